import { tokenize } from '../../../contract/tokens.ts'

// Frequent German and English words in titles, without "nur" and "only": those indicate a part sold alone.
const WORDS = `
  aber als am an auch auf aus bei beim bis das dass dem den der des die dies diese dieser dieses durch ein eine einem einen einer eines
  es für gegen hat ihr im in ist kein keine keinem keinen keiner mit nach nicht noch ob oder ohne sehr sich sie sind über um und unter
  vom von vor war wie wird wurde zu zum zur
  a an and any are as at be but by for from has have if in is it its nor not of on or our so than that the their then this to too
  very was were will with without you your`

/** Tokens that only connect other words. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(tokenize(WORDS))
