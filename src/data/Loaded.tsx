import type { ReactNode } from 'react'
import { ErrorLine, Skeleton } from '../components/States.tsx'
import type { Resource } from './resource.ts'

type LoadedProps<T> = {
  of: Resource<T> & { retry(): void }
  /** The placeholder while there is no value. */
  rows: number
  height: 'row' | 'card' | 'line'
  children(value: T): ReactNode
}

/** A part of a page that shows a loaded value: until there is one its placeholder, or why it could not be loaded. */
export function Loaded<T>({ of: { value, status, code, retry }, rows, height, children }: LoadedProps<T>) {
  if (value !== undefined) return children(value)
  if (status === 'failed') return <ErrorLine code={code ?? 'internal'} onRetry={retry} />
  return <Skeleton rows={rows} height={height} />
}
