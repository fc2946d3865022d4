import fc from 'fast-check'

/** Ingredients of hostile listings and filter names. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</a><script>alert(1)</script>',
  '"><a href="javascript:alert(1)">',
  '@everyone @here <@123456789012345678> <@&1> <#2>',
  '[click](http://evil.example) <http://evil.example> http://evil.example',
  '**bold** __under__ ~~gone~~ `code` ||spoiler|| > quote\n# heading\n- list',
  'title\r\nBcc: victim@example.org\r\n\r\nbody',
  'safe\u202Egnp.exe',
  'lone \uD83D surrogate \uDE00',
  'nul \u0000 and bell \u0007',
  '😀'.repeat(10_000),
  'e\u0301\u0302\u0303'.repeat(2000),
  '"\\'.repeat(1000),
  '',
]

const anything = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.constantFrom(...HOSTILE.map((text) => text.slice(0, 60))), { maxLength: 8 }).map((parts) => parts.join('')),
)
/** Also with halves of surrogate pairs, which well-formed strings do not have. */
export const hostileText = fc.tuple(anything, fc.constantFrom('', '\uD83D', '\uDE00')).map(([whole, half]) => whole + half)
