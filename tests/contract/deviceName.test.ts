import { expect, it } from 'vitest'
import { deviceName } from '../../contract/deviceName.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

it.each([
  ['Chrome, Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
  ['Edge, Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`],
  ['Opera, Linux', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/125.0.0.0`],
  ['Chrome, Android', `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${CHROME} Mobile Safari/537.36`],
  ['Firefox, Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Safari, macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`],
  ['Safari, iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`],
  ['Chrome, iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} CriOS/142.0 Mobile/15E148 Safari/604.1`],
  ['Firefox, iPad', `Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) ${APPLE} FxiOS/145.0 Mobile/15E148 Safari/604.1`],
  ['App, iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} Mobile/15E148`],
  ['App', 'lotwatch-shell/1'],
  ['App', ''],
])('%s', (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name)
})
