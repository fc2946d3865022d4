/** A set of muted colours; `main`, `dark` and `light` are shades of one, `accent` contrasts with them. */
export type Palette = {
  readonly back: readonly [top: string, bottom: string]
  readonly main: string
  readonly dark: string
  readonly light: string
  readonly accent: string
}

export const PALETTES: readonly [Palette, ...Palette[]] = [
  { back: ['#eef2f0', '#d5dfdb'], main: '#5f8a82', dark: '#3d5f59', light: '#a3c3bc', accent: '#d98e5f' },
  { back: ['#f3efe8', '#e4d9c8'], main: '#b3785a', dark: '#7d4f39', light: '#dcb39b', accent: '#4f7a8c' },
  { back: ['#edf0f5', '#d3dae6'], main: '#5d78a3', dark: '#3d5276', light: '#a5b8d4', accent: '#e0a458' },
  { back: ['#f4eef0', '#e5d3d9'], main: '#a3617a', dark: '#713f53', light: '#d4a3b4', accent: '#6b8f71' },
  { back: ['#f0f2e9', '#dce1c8'], main: '#85955a', dark: '#5a673a', light: '#bcc795', accent: '#b5654a' },
  { back: ['#f1eef5', '#ddd5e8'], main: '#7c6a9c', dark: '#54466f', light: '#b6a9cd', accent: '#d6a24c' },
  { back: ['#f5f1e6', '#e8dfc4'], main: '#c39a45', dark: '#87682a', light: '#e3c98d', accent: '#54708f' },
  { back: ['#ebf1f3', '#cfdee3'], main: '#4f8799', dark: '#335c6a', light: '#9bc1cd', accent: '#cf7a63' },
]

export const INK = '#2c313a'
export const PAPER = '#f8f5ef'
export const STEEL = '#8d95a1'
export const SILVER = '#c9ced6'
export const WOOD = '#8c5e3f'
export const TAN = '#c79d70'
export const BRASS = '#c8a24a'

// 400 × 300, the ground at y = 250. Each helper returns one SVG element.
export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
export const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
export const shape = (path: string, fill: string) => `<path d="${path}" fill="${fill}"/>`
export const line = (path: string, stroke: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
export const ring = (x: number, y: number, radius: number, stroke: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`
/** The same drawing at each offset. */
export const repeat = (offsets: readonly (readonly [x: number, y: number])[], drawing: string) =>
  offsets.map(([x, y]) => `<g transform="translate(${x} ${y})">${drawing}</g>`).join('')
export const turned = (degrees: number, x: number, y: number, drawing: string) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${drawing}</g>`

export type Drawing = (palette: Palette) => string
