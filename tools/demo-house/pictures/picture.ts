import { PALETTES } from './canvas.ts'
import { HOME_DRAWINGS } from './home.ts'
import { LEISURE_DRAWINGS } from './leisure.ts'
import { TECHNOLOGY_DRAWINGS } from './technology.ts'

const DRAWINGS = new Map(Object.entries({ ...TECHNOLOGY_DRAWINGS, ...HOME_DRAWINGS, ...LEISURE_DRAWINGS }))

/** The whole item, a close-up, and the mirrored item. */
const VIEWS: readonly { readonly viewBox: string; readonly transform: string }[] = [
  { viewBox: '0 0 400 300', transform: '' },
  { viewBox: '110 70 200 150', transform: '' },
  { viewBox: '20 15 360 270', transform: 'translate(400 0) scale(-1 1)' },
]

/**
 * The picture `<kind>-<palette>-<view>` as an SVG document; undefined if there is none. It uses only presentation attributes and
 * no style sheet, so it can be served under the strictest policy.
 */
export function pictureNamed(name: string): string | undefined {
  const [, kind, paletteNumber, viewNumber] = /^([a-z-]+)-(\d)-(\d)$/.exec(name) ?? []
  const drawing = DRAWINGS.get(kind ?? '')
  const palette = PALETTES[Number(paletteNumber)]
  const view = VIEWS[Number(viewNumber)]
  if (drawing === undefined || palette === undefined || view === undefined) return undefined
  const [top, bottom] = palette.back
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.viewBox}" width="800" height="600">` +
    `<defs><linearGradient id="back" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>` +
    `<rect width="400" height="300" fill="url(#back)"/><ellipse cx="200" cy="252" rx="140" ry="11" fill="#2c313a" opacity=".13"/>` +
    `<g${view.transform === '' ? '' : ` transform="${view.transform}"`}>${drawing(palette)}</g></svg>`
  )
}

export const DRAWN_KINDS: ReadonlySet<string> = new Set(DRAWINGS.keys())
