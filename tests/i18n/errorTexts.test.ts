import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '../../contract/errors.ts'
import { errorText } from '../../src/i18n/texts.ts'

const unknown = errorText('internal')

describe('the texts of error codes', () => {
  const german = readFileSync(new URL('../../src/i18n/locales/de/messages.po', import.meta.url), 'utf8')

  it.each(ErrorCode.options.filter((code) => code !== 'internal'))('%s has one of its own, in both languages', (code) => {
    const text = errorText(code)
    expect(text).toBeDefined()
    expect(text).not.toBe(unknown)
    const entry = german.split('\n\n').find((one) => one.includes(`msgid "${text.message}"`))
    expect(entry).toMatch(/\nmsgstr ".+"/)
  })
})
