import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { parseKeywords } from '../../contract/keywords.ts'
import { ApiError } from '../../src/api/errors.ts'
import { auction, filter, NOW, stats } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

const preview = {
  matchCount: 37,
  perDay: Array.from({ length: 30 }, (_, index) => ({ date: `2026-11-${String(index + 1).padStart(2, '0')}`, count: index })),
  expectedPerWeek: 8.6,
  sample: [],
  prices: { currency: 'EUR', buckets: [] },
  losses: [{ criterion: 'price', removed: 12 }],
  unknown: [],
  evaluated: 1000,
  since: '2026-10-22T00:00:00Z',
}

const noOptions = { marketplaces: [], buyingOptions: [], conditions: [], categories: [], currencies: [], radiiKm: [5, 50] }

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => app.end())
const keywords = page.getByLabelText('Keywords', { exact: true })

describe('making a filter', () => {
  it('shows what it would have found and saves it', async () => {
    app = await renderApp('/filters/create', ({ answers }) => {
      answers.testFilter = () => preview
      answers.createFilter = () => filter(1, { name: 'leica' })
      answers.listFilters = () => [filter(1, { name: 'leica' })]
    })
    await keywords.fill('leica -case')
    await expect.element(page.getByText('37 in 30 days', { exact: true })).toBeVisible()
    await expect.element(page.getByText(/about 9 alerts a week/)).toBeVisible()
    await expect.element(page.getByText('removes 12')).toBeVisible()
    await page.getByRole('button', { name: 'Save filter' }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Filters')
    await expect.element(page.getByRole('heading', { level: 2, name: 'leica' })).toBeVisible()
  })

  it('says of a broad filter what its count says, and saves it all the same', async () => {
    app = await renderApp('/filters/create', ({ answers }) => {
      answers.testFilter = () => ({ ...preview, matchCount: 30_000, evaluated: 30_000, expectedPerWeek: 7000 })
      answers.createFilter = () => filter(1, { name: 'a' })
      answers.listFilters = () => [filter(1, { name: 'a' })]
    })
    await keywords.fill('a')
    await expect
      .element(page.getByText('This lets everything through. Expect about 7,000 alerts a week. You can save it all the same.'))
      .toBeVisible()
    await expect.element(page.getByText(/· about 7,000 alerts a week$/)).toBeVisible()
    await page.getByRole('button', { name: 'Save filter' }).click()
    await expect.element(page.getByRole('heading', { level: 2, name: 'a' })).toBeVisible()
  })

  it('tells no rate of a broad filter before a day has been looked at', async () => {
    const since = new Date(NOW - 3_600_000).toISOString()
    app = await renderApp('/filters/create', ({ answers }) => {
      answers.testFilter = () => ({ ...preview, matchCount: 300, expectedPerWeek: 2100, since })
    })
    await keywords.fill('a')
    await expect
      .element(page.getByText('This lets a great deal through. You can save it all the same.', { exact: true }))
      .toBeVisible()
    await expect.element(page.getByText(/too early to say how many a week/)).toBeVisible()
  })

  it('marks the words by which an example was found', async () => {
    app = await renderApp('/filters/create', ({ answers }) => {
      const highlights = [{ field: 'title', start: 0, end: 5 }]
      answers.testFilter = () => ({ ...preview, sample: [{ ...auction(1, { title: 'Leica M6' }), highlights }] })
    })
    await keywords.fill('leica')
    await expect.element(page.getByRole('mark')).toHaveTextContent('Leica')
  })

  it('ends a preview with the next keystroke', async () => {
    const asked: (AbortSignal | undefined)[] = []
    app = await renderApp('/filters/create', ({ answers }) => {
      answers.testFilter = ({ options }) => {
        asked.push(options.signal)
        return asked.length === 1 ? new Promise(() => {}) : preview
      }
    })
    await keywords.fill('leica')
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]?.aborted).toBe(false)
    await keywords.fill('leica m')
    expect(asked[0]?.aborted).toBe(true)
    await expect.element(page.getByText('37 in 30 days', { exact: true })).toBeVisible()
  })

  describe.each([
    ['en-GB', ['en-GB', 'en'], 'DE'],
    ['en-US', ['en-US'], 'DE'],
    ['fr-FR with Austrian German', ['fr-FR', 'de-AT'], 'AT'],
    ['de-CH', ['de-CH'], 'CH'],
    ['no region at all', ['en'], 'DE'],
  ])('in a browser of %s', (_, languages, country) => {
    const countries = ['AT', 'CH', 'DE'].map((id) => ({ id, label: { en: `Country ${id}`, de: `Land ${id}` } }))
    const options = { ...noOptions, countries }
    afterEach(() => vi.restoreAllMocks())

    it.each(['before', 'after'])(
      'looks up the postal code in the shown country when options load %s the form opens',
      async (when) => {
        vi.spyOn(navigator, 'language', 'get').mockReturnValue(languages[0] ?? '')
        vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
        const answer = Promise.withResolvers<typeof options>()
        if (when === 'before') answer.resolve(options)
        app = await renderApp('/filters/create', ({ answers }) => {
          answers.readFilterOptions = () => answer.promise
          answers.testFilter = () => preview
          answers.findLocation = () => ({ country, zip: '10115', name: 'Mitte', lat: 52, lon: 13, precision: 'exact' })
        })
        await keywords.fill('leica')
        answer.resolve(options)
        await page.getByLabelText('Postal code').fill('10115')
        const shown = page.getByRole('combobox', { name: 'Country', exact: true })
        await expect.element(shown).toHaveDisplayValue(`Country ${country}`)
        await expect.poll(() => app.calls.findLast(({ name }) => name === 'findLocation')?.input.query).toEqual({ country })
        const drafted = () => app.calls.findLast(({ name }) => name === 'testFilter')?.input.body
        await expect.poll(drafted).toMatchObject({ location: { country, zip: '10115' } })
      },
    )
  })

  it('marks a fault in the keywords where it is', async () => {
    app = await renderApp('/filters/create')
    await keywords.fill('leica (rollei')
    await expect.element(page.getByRole('alert')).toHaveTextContent('A bracket has no partner.')
    await expect.element(page.getByRole('mark')).toHaveTextContent('(rollei')
  })

  it('loses nothing at the limit of the plan', async () => {
    app = await renderApp('/filters/create', ({ answers }) => {
      answers.testFilter = () => preview
      answers.createFilter = () => {
        throw new ApiError('filter_limit_reached', 403)
      }
    })
    await keywords.fill('rollei')
    await page.getByRole('button', { name: 'Save filter' }).click()
    await expect.element(page.getByRole('link', { name: 'See plans' })).toBeVisible()
    await expect.element(keywords).toHaveValue('rollei')
    await expect.poll(() => app.storage.held.unsavedFilter).toMatchObject({ keywords: 'rollei' })
  })

  it('offers no larger plan to those who have the largest', async () => {
    app = await renderApp('/filters/create', ({ answers }) => {
      answers.testFilter = () => preview
      answers.readStats = () => ({ ...stats, listenerLimit: 500, listenerCount: 500 })
      answers.listPlans = () => [
        { id: 'free', filterLimit: 3, price: { amount: 0, currency: 'EUR' } },
        { id: 'pro', filterLimit: 500, price: { amount: 2499, currency: 'EUR' } },
      ]
      answers.createFilter = () => {
        throw new ApiError('filter_limit_reached', 403)
      }
    })
    await keywords.fill('rollei')
    await page.getByRole('button', { name: 'Save filter' }).click()
    await expect
      .element(page.getByText('You have reached 500 filters, the most there is. Delete one to save this.'))
      .toBeVisible()
    expect(page.getByRole('link', { name: 'See plans' }).elements()).toHaveLength(0)
  })

  it('asks which of two versions stays', async () => {
    const theirs = filter(1, { version: 2, keywords: 'theirs' })
    app = await renderApp(`/filters/create?from=${filter(1).id}`, ({ answers }) => {
      answers.listFilters = () => [filter(1)]
      answers.testFilter = () => preview
      answers.replaceFilter = () => {
        throw new ApiError('version_conflict', 412, {
          type: '',
          title: '',
          status: 412,
          code: 'version_conflict',
          current: theirs,
        })
      }
    })
    await keywords.fill('mine')
    await page.getByRole('button', { name: 'Save filter' }).click()
    await page.getByRole('button', { name: 'Show the other' }).click()
    await expect.element(keywords).toHaveValue('theirs')
  })
})

describe('the help for keywords', () => {
  afterEach(() => page.viewport(414, 896))

  it.each([
    ['/filters/create', 'How to write keywords', 'leica -broken'],
    ['/de/filters/create', 'So schreibst du Suchwörter', 'leica -defekt'],
  ])('shows examples in the language of the page, each on one line: %s', async (path, title, example) => {
    await page.viewport(360, 800)
    app = await renderApp(path)
    await page.getByText(title).click()
    await expect.element(page.getByText(example, { exact: true })).toBeVisible()
    const examples = [...document.querySelectorAll('dt code')]
    for (const { textContent } of examples)
      expect(parseKeywords(textContent ?? '', { hasOtherCriterion: false }).faults, textContent ?? '').toEqual([])
    expect(examples.map((code) => code.getClientRects().length)).toEqual(examples.map(() => 1))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})

describe('the conditions of a filter', () => {
  const conditions = { marketplaces: ['feed-4f'], categories: ['c-17', 'c-18'], conditions: ['used'], shippingTo: 'DE' }

  it.each([
    ['/filters', 'on 1 marketplace, in 2 categories, 1 condition, sent to Germany'],
    ['/de/filters', 'auf 1 Marktplatz, in 2 Kategorien, 1 Zustand, Versand nach Deutschland'],
  ])('shows counts instead of ids while options are unavailable: %s', async (path, sentence) => {
    app = await renderApp(path, ({ answers }) => {
      answers.listFilters = () => [filter(1, conditions)]
    })
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  })

  it('are named as soon as the options are known, a group with an unknown one excepted', async () => {
    const option = (id: string, text: string) => ({ id, label: { en: text, de: text } })
    app = await renderApp('/filters', ({ answers }) => {
      answers.listFilters = () => [filter(1, conditions)]
      answers.readFilterOptions = () => ({
        ...noOptions,
        marketplaces: [{ id: 'feed-4f', name: 'Old Cameras', demo: false }],
        conditions: [option('used', 'Used')],
        categories: [option('c-17', 'Cameras')],
        countries: [],
      })
    })
    await expect.element(page.getByText('on Old Cameras, in 2 categories, Used, sent to Germany', { exact: true })).toBeVisible()
  })
})
