import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DEFAULT_NOTIFICATION_SETTINGS, MASK, type NotificationSettings } from '../../contract/notifications.ts'
import { ApiError } from '../../src/api/errors.ts'
import { renderApp } from './support/renderApp.tsx'

const NARROW = { width: 360, height: 800 }
const TOPIC = 'https://ntfy.sh/lots-x7Kd2p'
const TOKEN = `tk_${'a1'.repeat(14)}z`

let end = () => {}
afterEach(() => end())

const masked = (text: string, shown = '') => text && (text.includes(MASK) ? text : `${shown}${MASK}${text.slice(-4)}`)

/** Leaves the field, which saves it. */
const leave = () => (document.activeElement as HTMLElement).blur()

/** Opens the account page; the fake server masks what it stores, as the real one, and refuses other schemes than https. */
async function openAccount(path: string) {
  await page.viewport(NARROW.width, NARROW.height)
  let stored: NotificationSettings = DEFAULT_NOTIFICATION_SETTINGS
  const sent: NotificationSettings['ntfy'][] = []
  const { namesOfCalls, ...app } = await renderApp(path, ({ answers }) => {
    answers.readNotificationSettings = () => stored
    answers.replaceNotificationSettings = ({ input }) => {
      const entered = input.body as NotificationSettings
      const { ntfy } = entered
      sent.push(ntfy)
      if (ntfy.address !== '' && !ntfy.address.startsWith('https://')) throw new ApiError('values_invalid', 422)
      if (ntfy.token !== '' && !ntfy.token.includes(MASK) && !ntfy.token.startsWith('tk_'))
        throw new ApiError('values_invalid', 422)
      const [address, token] = [masked(ntfy.address, 'https://ntfy.sh/'), masked(ntfy.token)]
      stored = { ...entered, ntfy: { ...ntfy, address, token } }
      return stored
    }
    answers.testChannel = () => ({ status: 'accepted', detail: 'status 200' })
    answers.listDevices = () => []
  })
  end = app.end
  return { sent, stored: () => stored.ntfy, namesOfCalls }
}

test('a topic is entered, switched on and tried out', async () => {
  const { sent, stored, namesOfCalls } = await openAccount('/account')
  const section = page.getByRole('heading', { name: 'ntfy' })
  await expect.element(section).toBeVisible()
  const onOff = page.getByRole('switch', { name: 'ntfy' })
  await expect.element(onOff).toBeDisabled()
  const address = page.getByLabelText("Topic's address")
  const token = page.getByLabelText('Access token')
  await expect.element(token).toBeDisabled()

  await address.fill('ntfy.sh/lots')
  leave()
  await expect.element(page.getByText(/^This is not a topic's address/)).toBeVisible()
  expect(stored().address).toBe('')

  await address.fill(` ${TOPIC} `)
  leave()
  await expect.poll(() => stored().address).toBe(`https://ntfy.sh/${MASK}Kd2p`)
  await expect.element(page.getByText(/^This is not a topic's address/)).not.toBeInTheDocument()
  expect(sent.at(-1)).toMatchObject({ address: TOPIC, enabled: false })

  await expect.element(token).toHaveAttribute('type', 'password')
  await token.fill('secret')
  leave()
  await expect.element(page.getByText('This is not an access token of ntfy. It begins with tk_.')).toBeVisible()
  await token.fill(TOKEN)
  leave()
  await expect.poll(() => stored().token).toBe(`${MASK}${TOKEN.slice(-4)}`)

  await onOff.click()
  await expect.poll(() => stored().enabled).toBe(true)
  // What is masked is sent back masked.
  expect(sent.at(-1)).toMatchObject({ address: `https://ntfy.sh/${MASK}Kd2p`, token: `${MASK}${TOKEN.slice(-4)}` })

  await page.getByRole('button', { name: 'Send a test message' }).nth(3).click()
  await expect.element(page.getByText(/The test message was accepted\. status 200/)).toBeVisible()
  expect(namesOfCalls()).toContain('testChannel')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(NARROW.width)
})

test('the section fits a narrow screen in German', async () => {
  await openAccount('/de/account')
  await expect.element(page.getByLabelText('Adresse des Topics')).toBeVisible()
  await expect.element(page.getByText(/Bei ntfy\.sh kann jeder mitlesen, der das Topic kennt/)).toBeVisible()
  await expect.element(page.getByText('Nur für Topics, die eins verlangen.')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(NARROW.width)
})
