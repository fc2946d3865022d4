import { describe, expect, test } from 'vitest'
import type { PushPayload } from '../../contract/push.ts'
import { fallbackNotification, notificationOf } from '../../sw/notification.ts'

const DELIVERY = '3f1c5a52-6a38-4c55-9d0e-0a6a5d3c1b11'

const payload: PushPayload = {
  version: 1,
  deliveryId: DELIVERY,
  auctionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  kind: 'newMatch',
  locale: 'de',
  title: 'Leica M6',
  body: 'Neu · 1.250,00 €',
  path: '/de/auctions/7c9e6679-7425-40de-944b-e07fc1f90ae7',
  image: 'https://pictures.example/leica.jpg',
  at: '2026-11-21T10:00:00.000Z',
}

describe('a notification', () => {
  test('says what was sent, in its language, and knows where a click leads', () => {
    const { title, options } = notificationOf(payload)
    expect(title).toBe('Leica M6')
    expect(options).toMatchObject({
      body: 'Neu · 1.250,00 €',
      lang: 'de',
      image: 'https://pictures.example/leica.jpg',
      timestamp: Date.parse('2026-11-21T10:00:00Z'),
      data: { path: payload.path, deliveryId: DELIVERY },
    })
  })

  test('replaces itself when its delivery arrives again, and leaves every other alert alone', () => {
    const other = { ...payload, deliveryId: '9b2d7c1e-0d55-4a53-8e57-5a8f3b6d2c22' }
    expect(notificationOf(payload).options.tag).toBe(notificationOf({ ...payload, body: 'again' }).options.tag)
    expect(notificationOf(payload).options.tag).not.toBe(notificationOf(other).options.tag)
  })

  test('of a test message has no delivery to report', () => {
    const { deliveryId: _id, auctionId: _auction, image: _image, ...rest } = payload
    const { options } = notificationOf({ ...rest, kind: 'test', path: '/de/account' })
    expect(options).toMatchObject({ tag: 'test', data: { path: '/de/account' } })
    expect(options.data).not.toHaveProperty('deliveryId')
    expect(options).not.toHaveProperty('image')
  })

  test('that stands in for an unreadable push leads to the inbox, in the reader’s language', () => {
    expect(fallbackNotification('en').options).toMatchObject({ lang: 'en', tag: 'fallback', data: { path: '/auctions' } })
    expect(fallbackNotification('de').options).toMatchObject({ lang: 'de', tag: 'fallback', data: { path: '/de/auctions' } })
    expect(fallbackNotification('de').options.body).not.toBe(fallbackNotification('en').options.body)
  })
})
