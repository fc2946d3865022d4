import { type ReactNode, useCallback, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import { createHeights } from './measuredHeights.ts'

type VirtualListProps = {
  label: string
  /** One key a row; the list is new when this array is. */
  keys: readonly string[]
  /** How high a row is before it was shown, pixels. */
  estimate: number
  row(index: number): ReactNode
  /** A row that must be in view: the one that the keyboard is on. */
  focus?: number | undefined
  /** Called when the end comes near, with the index of the last row shown. */
  onReach(index: number): void
  className?: string | undefined
}

/** Rows shown beyond the screen's edges, pixels: enough for a flick of the thumb. */
const OVERSCAN = 600

/**
 * A list of any length that scrolls with the page and keeps only what is near the screen in the document. Rows may have
 * any height: they are measured when they show.
 */
export function VirtualList({ label, keys, estimate, row, focus, onReach, className }: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null)
  const heights = useMemo(() => createHeights(estimate), [estimate])
  const [, redraw] = useReducer((count: number) => count + 1, 0)

  const top = list.current ? list.current.getBoundingClientRect().top : 0
  const view = typeof window === 'undefined' ? 800 : window.innerHeight
  const shown = heights.window(keys, -top - OVERSCAN, -top + view + OVERSCAN)
  const { start, end } = shown

  useLayoutEffect(() => {
    let frame = 0
    let drawnAt = Number.NaN
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        // Within half of what is kept beyond the edges nothing new can have come into view.
        if (Math.abs(scrollY - drawnAt) < OVERSCAN / 2) return
        drawnAt = scrollY
        redraw()
      })
    }
    const onResize = () => {
      drawnAt = Number.NaN
      onScroll()
    }
    redraw()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onResize)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onResize)
    }
  }, [])

  const watcher = useMemo(() => {
    if (typeof ResizeObserver === 'undefined') return undefined
    return new ResizeObserver((entries) => {
      let isNews = false
      for (const { target, borderBoxSize } of entries) {
        const key = (target as HTMLElement).dataset.key
        const height = borderBoxSize[0]?.blockSize
        // A row that is hidden, with the whole list, has no height to learn.
        if (key && height) isNews = heights.measure(key, height) || isNews
      }
      if (isNews) redraw()
    })
  }, [heights])

  const observe = useCallback(
    (element: HTMLLIElement | null) => {
      if (!element) return
      watcher?.observe(element)
      return () => watcher?.unobserve(element)
    },
    [watcher],
  )

  const focusKey = focus === undefined ? undefined : keys[focus]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row moves the focus; rows that come and go must not take it back.
  useLayoutEffect(() => {
    if (focus === undefined || !list.current) return
    const find = () => list.current?.querySelector<HTMLElement>(`[data-key="${focusKey}"]`)
    if (!find())
      scrollTo({ top: scrollY + list.current.getBoundingClientRect().top + heights.offset(keys, focus) - innerHeight / 3 })
    const frame = requestAnimationFrame(() => {
      const target = find()
      target?.scrollIntoView({ block: 'nearest' })
      target?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [focusKey, heights])

  useLayoutEffect(() => onReach(end), [end, onReach])

  return (
    <ul ref={list} aria-label={label} className={className}>
      <li aria-hidden="true" style={{ height: shown.before }} />
      {keys.slice(start, end).map((key, index) => (
        <li key={key} ref={observe} data-key={key} aria-setsize={keys.length} aria-posinset={start + index + 1}>
          {row(start + index)}
        </li>
      ))}
      <li aria-hidden="true" style={{ height: shown.behind }} />
    </ul>
  )
}
