type Names = readonly (readonly [sign: RegExp, name: string])[]

/** Order matters: most user agents also contain the names of their ancestors. Browsers on iOS have their own tokens. */
const BROWSERS: Names = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
/** The name when no browser is recognized: a web view names only a system, the mobile app neither. */
const APP = 'App'

const firstOf = (names: Names, userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1]

/**
 * A readable device name from a user agent: "Chrome, Android". Not translated. Shown in the app, the ledger and the list of
 * sessions.
 */
export function deviceName(userAgent: string): string {
  return [firstOf(BROWSERS, userAgent) ?? APP, firstOf(SYSTEMS, userAgent)].filter(Boolean).join(', ')
}
