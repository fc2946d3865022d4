import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FeedLink } from '../../contract/feedLink.ts'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'
import { filter } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

let end = () => {}
afterEach(() => end())

const ID = '01930000-0000-7000-8000-00000000000a'

/** Opens the app with a fake server that stores links like the real one. */
async function open(path: string) {
  let links: FeedLink[] = []
  let made = 0
  const make = (link: Pick<FeedLink, 'kind' | 'filterId'>): FeedLink => {
    const id = ID.slice(0, -1) + ++made
    return { ...link, id, url: `https://lotwatch.example/feeds/${made}.${link.kind}`, createdAt: '2026-11-20T10:00:00.000Z' }
  }
  const app = await renderApp(path, ({ answers }) => {
    answers.readNotificationSettings = () => ({
      ...DEFAULT_NOTIFICATION_SETTINGS,
      webhook: { enabled: true, url: 'https://hooks.example.org/••••atch' },
    })
    answers.listDevices = () => []
    answers.listFilters = () => [filter(1, { name: 'Leicas' })]
    answers.listFeedLinks = () => links
    answers.createFeedLink = ({ input }) => {
      const link = make(input.body as FeedLink)
      links = [...links, link]
      return link
    }
    answers.renewFeedLink = ({ input }) => {
      const { id } = input.params as { id: string }
      links = links.map((link) => (link.id === id ? make(link) : link))
      return links[0]
    }
    answers.deleteFeedLink = ({ input }) => {
      const { id } = input.params as { id: string }
      links = links.filter((link) => link.id !== id)
    }
    answers.readWebhookSecret = () => ({ secret: 'whsec_old' })
    answers.renewWebhookSecret = () => ({ secret: 'whsec_new', previousUntil: '2026-11-21T10:00:00.000Z' })
  })
  end = app.end
  return app
}

test('a link is made, renewed after a question, and removed after another', async () => {
  await open('/account')
  await page.getByRole('button', { name: 'Make link Calendar of ends' }).click()
  const link = page.getByLabelText('Calendar of ends', { exact: true })
  await expect.element(link).toHaveValue('https://lotwatch.example/feeds/1.ics')
  await expect
    .element(page.getByRole('link', { name: 'Open in calendar' }))
    .toHaveAttribute('href', 'webcal://lotwatch.example/feeds/1.ics')

  await page.getByRole('button', { name: 'Renew Calendar of ends' }).click()
  await page.getByRole('button', { name: 'Keep link' }).click()
  await expect.element(link).toHaveValue('https://lotwatch.example/feeds/1.ics')
  await page.getByRole('button', { name: 'Renew Calendar of ends' }).click()
  await page.getByRole('button', { name: 'Renew link' }).click()
  await expect.element(link).toHaveValue('https://lotwatch.example/feeds/2.ics')

  await page.getByRole('button', { name: 'Remove Calendar of ends' }).click()
  await page.getByRole('button', { name: 'Remove link' }).click()
  await expect.element(page.getByRole('button', { name: 'Make link Calendar of ends' })).toBeVisible()
})

test('the links of a filter are its own, in German too, and by keyboard', async () => {
  const { calls } = await open('/de/filters')
  await expect.element(page.getByRole('button', { name: 'Feeds' })).toBeVisible()
  page.getByRole('button', { name: 'Feeds' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Feeds von „Leicas“' })).toBeVisible()
  page.getByRole('button', { name: 'Link erstellen Atom-Feed' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Atom-Feed', { exact: true })).toHaveValue('https://lotwatch.example/feeds/1.atom')
  expect(calls.find(({ name }) => name === 'createFeedLink')?.input.body).toEqual({ kind: 'atom', filterId: filter(1).id })
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('heading', { name: 'Feeds von „Leicas“' })).not.toBeInTheDocument()
})

test("the webhook's secret shows when it is asked for, and the old one goes on for a while when it is renewed", async () => {
  await open('/account')
  await expect.element(page.getByText('whsec_old')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show secret' }).click()
  const secret = page.getByLabelText('Secret', { exact: true })
  await expect.element(secret).toHaveValue('whsec_old')
  await page.getByRole('button', { name: 'Renew secret' }).click()
  await expect.element(secret).toHaveValue('whsec_new')
  await expect.element(page.getByText(/the old secret signs as well/)).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.element(secret).not.toBeInTheDocument()
})

test('copying says so where it was asked for, and says when the browser forbids it', async () => {
  await open('/account')
  await page.getByRole('button', { name: 'Make link Atom feed' }).click()
  const written: string[] = []
  const clipboard = { writeText: async (text: string) => void written.push(text) }
  Object.defineProperty(navigator, 'clipboard', { configurable: true, get: () => clipboard })
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.element(page.getByText('Copied')).toBeVisible()
  expect(written).toEqual(['https://lotwatch.example/feeds/1.atom'])
  clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.element(page.getByText(/Copying is not allowed here/)).toBeVisible()
  Reflect.deleteProperty(navigator, 'clipboard')
})
