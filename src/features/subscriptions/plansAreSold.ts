import { createResource } from '../../data/resource.ts'
import { useResource } from '../../data/useResource.ts'

/** The configuration of this installation. */
export const config = createResource((client) => client('readConfig', {}), { isSameForAll: true })

/** Whether this server sells plans; undefined while unknown. If the request fails, the purchase itself reports it. */
export function usePlansAreSold(): boolean | undefined {
  const { value, status } = useResource(config, { isOpen: true })
  return value?.plans ?? (status === 'failed' ? true : undefined)
}
