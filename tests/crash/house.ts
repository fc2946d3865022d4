import type { Random } from '../../bench/matching/random.ts'
import { openProvider } from '../support/providers.ts'
import type { Faults } from './faults.ts'

/** The last one is not watched by any user. */
export const BRANDS = ['leica', 'hasselblad', 'rolleiflex']
/** Users watch these, in rotation. */
export const WATCHED = BRANDS.slice(0, -1)
/** Entries in the feed at a time. */
const WINDOW = 60
const CHANGED_SHARE = 0.4
const CHANGE_CENTS = 550

export type Lot = {
  readonly id: string
  readonly title: string
  readonly brand: string
  cents: number
  /** The price change to come; negative for a fall, 0 for none. */
  readonly change: number
  /** Its matches exist, so that a change from now on is an event of its own. */
  isMatched: boolean
  /** No further change will follow. */
  isDone: boolean
}

/**
 * A feed that lists lots and changes prices. A price changes once, after its lot was matched. A fall is sent at once, a rise
 * minutes later, when bidding has paused.
 */
export async function openHouse(random: Random, { risingShare, faults }: { risingShare: number; faults?: Faults | undefined }) {
  const lots: Lot[] = []
  const feed = await openProvider(() => {
    const fate = faults?.draw() ?? 'taken'
    if (fate === 'cut') return 'cut'
    const refusal = faults?.refusal(fate)
    if (refusal) return refusal
    const undone = lots.filter((lot) => !lot.isDone)
    const shown = undone.length > 0 ? undone.slice(0, WINDOW) : lots.slice(-1)
    const items = shown.map(({ id, title, cents }) => ({
      id,
      url: `https://lots.example/${id}`,
      title,
      content_text: `EUR ${(cents / 100).toFixed(2).replace('.', ',')}`,
    }))
    const body = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Lots', items })
    return { status: 200, headers: { 'content-type': 'application/feed+json' }, body }
  })
  return {
    lots,
    url: `${feed.url}/feed.json`,
    close: () => feed.close(),
    list(): Lot {
      const brand = random.pick(BRANDS)
      const id = `lot-${lots.length}`
      const willChange = random.chance(CHANGED_SHARE)
      const lot = {
        ...{ id, brand, title: `${brand} ${lots.length}`, cents: 1000 + random.below(9) * 100 },
        ...{ change: willChange ? (random.chance(risingShare) ? CHANGE_CENTS : -CHANGE_CENTS) : 0 },
        ...{ isMatched: false, isDone: false },
      }
      lots.push(lot)
      return lot
    },
    /** @param stored stored prices by lot; @param matched how many users each lot was matched for */
    note(stored: ReadonlyMap<string, number>, matched: ReadonlyMap<string, number>, watchers: (brand: string) => number): void {
      for (const lot of lots) {
        if (lot.isDone) continue
        const isMatched = (matched.get(lot.id) ?? 0) === watchers(lot.brand) && stored.has(lot.id)
        if (isMatched && !lot.isMatched) {
          lot.isMatched = true
          lot.cents += lot.change
        }
        lot.isDone = lot.isMatched && stored.get(lot.id) === lot.cents
      }
    },
  }
}

/** The expected alerts of all listings, as `user kind title`; each goes to every channel of its user. */
export function expectedAlerts(lots: readonly Lot[], users: number): string[] {
  return lots.flatMap(({ brand, title, change }) =>
    Array.from({ length: users }, (_, user) => user)
      .filter((user) => WATCHED[user % WATCHED.length] === brand)
      .flatMap((user) => [`${user} newMatch ${title}`, ...(change === 0 ? [] : [`${user} priceChange ${title}`])]),
  )
}
