import fc from 'fast-check'

/** The subset of JSON Schema that zod generates for the contract. */
export type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  maxItems?: number
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
}

/** Edge cases of what servers, parsers and databases accept. */
// biome-ignore format: short values, read best side by side
const HOSTILE_TEXTS = [
  '', ' ', '\0', 'a\0b', '\ud83d', '\ude00x', '😀', `${'a'.repeat(299)}😀`, 'ﷺ'.repeat(60), '-', '*', '"', '(', '(,)', '-(a',
  '../../etc/passwd', '%00', '%ff', '__proto__', 'constructor', 'null', 'NaN', 'infinity', '-infinity', '1e400', '9'.repeat(40),
  '0000-01-01T00:00:00Z', '0000-00-00T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '-000001-01-01T00:00:00Z', '2026-02-31',
  "'; drop table auction; --", '<script>alert(1)</script>', '\u202e\u200b\ufeff', '\r\nx: y', 'ſ', 'İ', 'a'.repeat(5000),
  'http://127.0.0.1:1/', 'https://[::1]/', 'javascript:alert(1)', 'XXX', 'ZZ', 'europe/BERLIN', '+00:01', 'Etc/GMT+15',
]

// biome-ignore format: short values, read best side by side
const HOSTILE_VALUES: readonly unknown[] = [
  null, true, -1, 0, 0.1, 1e308, -1e308, 2 ** 53, 2 ** 63, -(2 ** 31) - 1, [], {}, [[]], { length: -1 }, [null], { $ne: 1 },
]

export const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))
const hostileValue = fc.oneof(hostileText, fc.constantFrom(...HOSTILE_VALUES), fc.jsonValue({ maxDepth: 3 }))

/** One value in sixteen is hostile. */
const HOSTILE_WEIGHT = 1
const VALID_WEIGHT = 15

/**
 * Values that mostly conform to a schema: any part may be hostile instead, optional parts may be absent, and there may be
 * extra parts.
 * @param ids existing ids, for id fields
 */
export function arbitraryOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: VALID_WEIGHT, arbitrary: validOf(schema, ids) }, { weight: HOSTILE_WEIGHT, arbitrary: hostileValue })
}

function validOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, ids)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, ids)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
    case 'string':
      return textOf(schema, ids)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1e6, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return hostileValue
  }
}

function objectOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {})
  const known = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field, ids)])), {
    requiredKeys: schema.required ?? [],
  })
  const more = fc.oneof(
    { weight: 20, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(hostileText, hostileValue, { maxKeys: 1 }) },
  )
  return fc.tuple(known, more).map(([fixed, extra]) => ({ ...fixed, ...extra }))
}

function textOf({ format, maxLength = 40 }: JsonSchema, ids: readonly string[]): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'uri') return fc.webUrl()
  const word = fc.constantFrom(
    'leica',
    'DE',
    'EUR',
    '10115',
    'Europe/Berlin',
    '22:00',
    'lots',
    '5',
    'ada@example.org',
    'abcdefgh',
  )
  return fc.oneof(word, fc.string({ maxLength: Math.min(maxLength, 40) }))
}
