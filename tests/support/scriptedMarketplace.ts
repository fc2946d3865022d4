import type { Listing } from '../../contract/auction.ts'
import type { Connector, LookedUpLot, PollResult } from '../../server/marketplaces/connector.ts'

/** A marketplace with scripted listings, polled every few milliseconds. */
export class ScriptedMarketplace {
  readonly listings = new Map<string, Listing>()
  /** Answers the next polls in the place of the list. */
  readonly answers: (() => Promise<PollResult>)[] = []
  polls = 0

  /** The results of single look-ups, by external id; a function for failures. */
  readonly lots = new Map<string, LookedUpLot | (() => never)>()
  lookUps = 0

  readonly connector: Connector

  constructor(id = 'scripted', { minIntervalMs = 20, maxIntervalMs = 20 } = {}) {
    this.connector = {
      id,
      name: 'Scripted',
      country: 'DE',
      currency: 'EUR',
      homePage: 'https://scripted.example',
      demo: false,
      terms: { ownSection: false, source: 'a test' },
      criteria: [],
      budget: { calls: 10_000, perMs: 1000 },
      searches: [{ key: 'all', minIntervalMs, maxIntervalMs }],
      search: async () => {
        this.polls++
        return (
          (await this.answers.shift()?.()) ?? {
            kind: 'listings',
            listings: [...this.listings.values()],
            rejected: [],
            cursor: null,
            validators: {},
            complete: true,
          }
        )
      },
      lotOfLink: ({ origin, pathname }) =>
        origin === `https://${id}.example` ? { kind: 'id', externalId: pathname.slice(1) } : undefined,
      lookUp: async (externalId) => {
        this.lookUps++
        const lot = this.lots.get(externalId)
        return typeof lot === 'function' ? lot() : lot
      },
    }
  }

  /** Puts a lot up, or changes it. */
  put(externalId: string, change: Partial<Listing> = {}): void {
    const before = this.listings.get(externalId)
    this.listings.set(externalId, {
      marketplace: this.connector.id,
      externalId,
      url: `https://scripted.example/${externalId}`,
      title: `Lot ${externalId}`,
      images: [],
      buyingOptions: ['auction'],
      price: { amount: 1000, currency: 'EUR' },
      bidCount: 0,
      ...before,
      ...change,
    })
  }

  /** Waits for this many further polls, so that the current listings have been read. */
  async polled(times = 2): Promise<void> {
    const until = this.polls + times
    while (this.polls < until) await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
