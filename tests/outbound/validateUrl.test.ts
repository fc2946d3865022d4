import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../server/outbound/addresses.ts'
import { validateDiscordWebhook, validateLink, validatePushEndpoint, validateTarget } from '../../server/outbound/validateUrl.ts'

const outcome = (validated: { verdict: string; fault?: string; value?: unknown }) => validated.fault ?? validated.verdict

// biome-ignore format: a table
const PRIVATE_HOSTS = [
  '127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1',
  '192.0.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '１２７.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]',
  '[::127.0.0.1]', '[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]',
  '[2001:0:7f00:1::]', '[2001:db8::1]', '[100::1]', '[3fff::1]', '[5f00::1]', 'localhost', 'localhost.', 'intranet', 'a.localhost', 'printer.local',
  'nas.home.arpa', 'db.internal',
]

describe('addresses', () => {
  test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  test.each(['fe80::1%eth0', '::ffff:10.0.0.1', '::ffff:a00:1', 'example.org', ''])('%s is not', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  )
})

describe('a link that users open', () => {
  test.each([
    ['https://www.auktion.de/los/1?a=1&b=2#bild', 'ok'],
    ['https://xn--mnchen-3ya.example/', 'ok'],
    ['http://www.auktion.de/los/1', 'scheme'],
    ['javascript:alert(1)', 'malformed'],
    ['data:text/html,x', 'malformed'],
    ['//evil.example/', 'malformed'],
    ['/los/1', 'malformed'],
    ['\\\\evil.example', 'malformed'],
    ['https://user:pw@auktion.de/', 'credentials'],
    ['ftp://auktion.de/', 'scheme'],
    [`https://auktion.de/${'a'.repeat(5000)}`, 'tooLong'],
  ])('%s: %s', (link, expected) => expect(outcome(validateLink(link))).toBe(expected))

  test.each(PRIVATE_HOSTS)('never leads to %s', (host) =>
    expect(outcome(validateLink(`https://${host}/`))).toBe('privateAddress'),
  )

  test('may lead only to origins that the operator named, besides public ones', () => {
    const operatorOrigins = ['http://127.0.0.1:4601']
    expect(validateLink('http://127.0.0.1:4601/lots/1', { operatorOrigins })).toEqual({
      verdict: 'ok',
      value: 'http://127.0.0.1:4601/lots/1',
    })
    expect(outcome(validateLink('http://127.0.0.1:4602/', { operatorOrigins }))).toBe('scheme')
    expect(outcome(validateLink('https://127.0.0.1:4601/', { operatorOrigins }))).toBe('privateAddress')
    expect(outcome(validateLink('http://a@127.0.0.1:4601/', { operatorOrigins }))).toBe('credentials')
  })
})

describe('a URL that this server fetches', () => {
  test.each(PRIVATE_HOSTS)('is never %s', (host) => {
    expect(outcome(validateTarget(`http://${host}/feed`, { allowHttp: true }))).toBe('privateAddress')
  })
  test('is https on a web port unless the caller allows more', () => {
    expect(outcome(validateTarget('https://example.org/feed', {}))).toBe('ok')
    expect(outcome(validateTarget('http://example.org/feed', {}))).toBe('scheme')
    expect(outcome(validateTarget('http://example.org/feed', { allowHttp: true }))).toBe('ok')
    expect(outcome(validateTarget('https://example.org:25/', {}))).toBe('port')
    expect(outcome(validateTarget('file:///etc/passwd', {}))).toBe('malformed')
    expect(outcome(validateTarget('http://127.0.0.1:3000/', { privateHosts: ['127.0.0.1:3000'] }))).toBe('ok')
    expect(outcome(validateTarget('http://127.0.0.1:3001/', { privateHosts: ['127.0.0.1:3000'] }))).toBe('scheme')
  })
})

describe('a push endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:123',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QAbc',
    'https://db5p.notify.windows.com/w/?token=BQYA%2b',
  ])('%s is kept as it is', (endpoint) => expect(validatePushEndpoint(endpoint)).toEqual({ verdict: 'ok', value: endpoint }))

  test.each([
    ['http://fcm.googleapis.com/x', 'scheme'],
    ['https://fcm.googleapis.com.evil.test/x', 'host'],
    ['https://evil.test/fcm.googleapis.com/x', 'host'],
    ['https://evilnotify.windows.com/x', 'host'],
    ['https://fcm.googleapis.com@evil.test/x', 'credentials'],
    ['https://fcm.googleapis.com:8443/x', 'port'],
    ['https://fcm.googleapis.com/', 'path'],
    ['https://127.0.0.1/x', 'host'],
    ['nonsense', 'malformed'],
  ])('%s: %s', (endpoint, expected) => expect(outcome(validatePushEndpoint(endpoint))).toBe(expected))

  test('of the operator’s own service is allowed', () => {
    expect(outcome(validatePushEndpoint('http://127.0.0.1:9000/push/1', { operatorOrigins: ['http://127.0.0.1:9000'] }))).toBe(
      'ok',
    )
  })
})

describe('a Discord webhook', () => {
  const token = 'a-Z_9'.repeat(14)
  const path = `/api/webhooks/12345678901234567/${token}`
  test.each(['https://discord.com', 'https://discordapp.com', 'https://ptb.discord.com', ' https://canary.discord.com'])(
    'of %s is rebuilt',
    (origin) => {
      expect(validateDiscordWebhook(`${origin}${path}?wait=true#x`)).toEqual({
        verdict: 'ok',
        value: { id: '12345678901234567', token, url: `https://discord.com${path}` },
      })
    },
  )
  test.each([
    [`http://discord.com${path}`, 'scheme'],
    [`https://discord.com.evil.test${path}`, 'host'],
    [`https://discord.com@127.0.0.1${path}`, 'credentials'],
    [`https://evil.test/https://discord.com${path}`, 'host'],
    [`https://discord.com:444${path}`, 'port'],
    [`https://discord.com${path}/slack`, 'path'],
    [`https://discord.com/api/webhooks/12345678901234567/../../x`, 'path'],
    ['https://discord.com/api/webhooks/1/short', 'path'],
  ])('%s: %s', (text, expected) => expect(outcome(validateDiscordWebhook(text))).toBe(expected))
})
