import { Fragment } from 'react'

type Stretch = { start: number; end: number }

/** A text with its matching ranges marked. Offsets are UTF-16 code units; those outside the text are clamped. */
export function Highlighted({ text, stretches }: { text: string; stretches: readonly Stretch[] }) {
  const parts: { at: number; text: string; isMarked: boolean }[] = []
  let at = 0
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    const from = Math.max(start, at)
    const to = Math.min(end, text.length)
    if (to <= from) continue
    parts.push({ at, text: text.slice(at, from), isMarked: false }, { at: from, text: text.slice(from, to), isMarked: true })
    at = to
  }
  parts.push({ at, text: text.slice(at), isMarked: false })
  return parts.map((part) =>
    part.isMarked ? <mark key={`m${part.at}`}>{part.text}</mark> : <Fragment key={part.at}>{part.text}</Fragment>,
  )
}
