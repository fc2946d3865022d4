import { readConfig } from '../api/marketplaces.ts'
import { createResource } from './resource.ts'
import { useResource } from './useResource.ts'

/** What this installation offers. */
export const config = createResource(readConfig, { isSameForAll: true })

/** Whether plans can be bought on this server; undefined until it is known. Where it cannot be asked, the purchase says. */
export function usePlansAreSold(): boolean | undefined {
  const { value, status } = useResource(config, { isOpen: true })
  return value?.plans ?? (status === 'failed' ? true : undefined)
}
