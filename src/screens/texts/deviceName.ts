const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const first = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([sign]) => sign.test(userAgent))?.[1]

/** What a person would call the browser with this user agent; names are the same in every language. */
export function deviceName(userAgent: string): string {
  return [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter(Boolean).join(', ') || userAgent
}
