// biome-ignore format: a table
const DIGITS_OTHER_THAN_TWO: Readonly<Record<string, number>> = {
  // ISO 4217 table A.1 (list one), 2026. Not from Intl, which follows CLDR with 0 digits for HUF.
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
  CLF: 4, UYW: 4,
}

/** The number of decimal digits of a currency's minor unit by ISO 4217 (default 2). */
export function minorDigits(currency: string): number {
  return DIGITS_OTHER_THAN_TWO[currency] ?? 2
}
