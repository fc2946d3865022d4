type Names = readonly (readonly [sign: RegExp, name: string])[]

/** In this order: most browsers name those that they descend from as well. On iPhones and iPads they have signs of their own. */
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
/** A web view names a system and no browser, the mobile app neither. */
const APP = 'App'

const firstOf = (names: Names, userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1]

/**
 * What a person calls the device with this user agent: "Chrome, Android". The same in every language, in the app, in the
 * alerts' history and in the list of sessions.
 */
export function deviceName(userAgent: string): string {
  return [firstOf(BROWSERS, userAgent) ?? APP, firstOf(SYSTEMS, userAgent)].filter(Boolean).join(', ')
}
