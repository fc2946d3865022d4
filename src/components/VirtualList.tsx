import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createHeights } from './measuredHeights.ts'

type VirtualListProps = {
  label: string
  /** One key per row. A new array means a new list. */
  keys: readonly string[]
  /** Assumed height of rows that were not shown yet, pixels. */
  estimate: number
  row(index: number): ReactNode
  /** The row with keyboard focus, which is kept in view. */
  focus?: number | undefined
  /** Called near the end, with the index of the last rendered row. */
  onReach(index: number): void
  className?: string | undefined
}

/** Height of rows rendered beyond the viewport's edges, pixels: enough for a flick of the thumb. */
const OVERSCAN = 600

/** Before the first measurement: a list at the top of a page of common height. */
const FIRST_VIEW = { top: 0, height: 800 }

/**
 * A list of any length that scrolls with the page and renders only the rows near the viewport. Rows may have any height:
 * they are measured when rendered.
 */
export function VirtualList({ label, keys, estimate, row, focus, onReach, className }: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null)
  const heights = useMemo(() => createHeights(estimate), [estimate])
  const [{ top, height }, setView] = useState(FIRST_VIEW)
  const shown = heights.window(keys, -top - OVERSCAN, -top + height + OVERSCAN)
  const { start, end } = shown

  /** Measures where the list is. Layout is read here and not while rendering, which must have no side effects. */
  const measureView = useCallback(() => {
    if (list.current) setView({ top: list.current.getBoundingClientRect().top, height: innerHeight })
  }, [])

  useLayoutEffect(() => {
    let frame = 0
    let drawnAt = Number.NaN
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        // Within half the overscan no unrendered row can have come into view.
        if (Math.abs(scrollY - drawnAt) < OVERSCAN / 2) return
        drawnAt = scrollY
        measureView()
      })
    }
    const onResize = () => {
      drawnAt = Number.NaN
      onScroll()
    }
    measureView()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onResize)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onResize)
    }
  }, [measureView])

  const watcher = useMemo(() => {
    if (typeof ResizeObserver === 'undefined') return undefined
    return new ResizeObserver((entries) => {
      let isNews = false
      for (const { target, borderBoxSize } of entries) {
        const key = (target as HTMLElement).dataset.key
        const height = borderBoxSize[0]?.blockSize
        // While the list is hidden, its rows have no height.
        if (key && height) isNews = heights.measure(key, height) || isNews
      }
      if (isNews) measureView()
    })
  }, [heights, measureView])

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
