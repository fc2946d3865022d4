import { type PointerEvent, useRef } from 'react'
import { SWIPE_SHARE } from '../../../limits.ts'

type Swipe = { onRight(): void; onLeft(): void }

/** Horizontal swipes. The row follows the finger; vertical movement still scrolls the page. */
export function useSwipe({ onRight, onLeft }: Swipe) {
  const start = useRef<{ x: number; pointer: number } | null>(null)

  const moveTo = (row: HTMLElement, x: number) => {
    row.style.translate = x === 0 ? '' : `${x}px 0`
  }
  const end = (event: PointerEvent<HTMLElement>, isDone: boolean) => {
    const begun = start.current
    start.current = null
    moveTo(event.currentTarget, 0)
    if (!begun || !isDone) return
    const moved = event.clientX - begun.x
    if (Math.abs(moved) < event.currentTarget.clientWidth * SWIPE_SHARE) return
    if (moved > 0) onRight()
    else onLeft()
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'touch') start.current = { x: event.clientX, pointer: event.pointerId }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current?.pointer === event.pointerId) moveTo(event.currentTarget, event.clientX - start.current.x)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  }
}
