import { increment } from './bidding.ts'
import type { Standing } from './book.ts'
import { Html, html } from './html.ts'
import { lotPath, picturePath } from './present.ts'
import type { Language } from './words.ts'

const TEXTS = {
  de: {
    name: 'Demo-Auktionshaus',
    notice: 'Demo: alle Lose, Verkäufer und Gebote sind erfunden. Hier ist nichts zu kaufen.',
    newest: 'Neueste Lose',
    current: 'Aktuelles Gebot',
    start: 'Startpreis',
    hidden: 'Startpreis auf Anfrage',
    asking: 'Preis',
    orOffer: 'oder Preisvorschlag',
    buyNow: 'Sofort-Kaufen',
    bids: 'Gebote',
    ends: 'Endet',
    ended: 'Beendet',
    sold: 'Verkauft für',
    unsold: 'Nicht verkauft',
    bid: 'Bieten',
    bidNote: 'Erhöht den Preis um einen Schritt. Ein Gebot kurz vor Schluss verlängert das Los.',
    by: 'Gebot von Hand',
    simulated: 'simuliertes Gebot',
    seller: 'Verkäufer',
    place: 'Standort',
    shipping: 'Versand',
    free: 'kostenlos',
    collect: 'nur Abholung',
    unknown: 'keine Angabe',
    premium: 'Aufgeld',
    relist: 'Erneut eingestellt, zuvor Los',
    gone: 'Dieses Los gibt es nicht oder nicht mehr.',
    back: 'Alle Lose',
    other: 'English',
  },
  en: {
    name: 'Demo auction house',
    notice: 'Demo: all lots, sellers and bids are made up. Nothing can be bought here.',
    newest: 'Newest lots',
    current: 'Current bid',
    start: 'Starting price',
    hidden: 'Starting price on request',
    asking: 'Price',
    orOffer: 'or best offer',
    buyNow: 'Buy now',
    bids: 'bids',
    ends: 'Ends',
    ended: 'Ended',
    sold: 'Sold for',
    unsold: 'Not sold',
    bid: 'Bid',
    bidNote: 'Raises the price by one step. A bid just before the end extends the lot.',
    by: 'bid by hand',
    simulated: 'simulated bid',
    seller: 'Seller',
    place: 'Place',
    shipping: 'Shipping',
    free: 'free',
    collect: 'collection only',
    unknown: 'not stated',
    premium: 'Buyer’s premium',
    relist: 'Offered again, formerly lot',
    gone: 'There is no such lot, or no longer.',
    back: 'All lots',
    other: 'Deutsch',
  },
} as const

type Texts = (typeof TEXTS)[Language]

export const STYLE = `
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#22262e;background:#f5f3ee}
header,main{max-width:68rem;margin:0 auto;padding:1rem}header{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.notice{margin:0;background:#22262e;color:#fff;text-align:center;padding:.4rem 1rem;font-size:.9rem}h1{font-size:1.5rem;margin:.5rem 0 1rem;overflow-wrap:anywhere}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1rem;list-style:none;padding:0}
.grid a{display:block;background:#fff;border-radius:.6rem;overflow:hidden;color:inherit;text-decoration:none;height:100%}
.grid img,.pictures img{width:100%;height:auto;display:block}.grid div{padding:.6rem .8rem .8rem}.grid p{margin:.2rem 0;overflow-wrap:anywhere}
.price{font-weight:650}.lot{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:2rem}
.pictures{display:grid;gap:.5rem}.pictures img{border-radius:.6rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1rem;margin:1rem 0}dt{color:#5b616c}dd{margin:0}
button{font:inherit;font-weight:650;padding:.7rem 1.6rem;border:0;border-radius:.5rem;background:#2f5d8a;color:#fff;cursor:pointer}
button:hover{background:#244a6f}a{color:#2f5d8a}.description{white-space:pre-line}
`

/** The newest active lots. */
export function indexPage(standings: readonly Standing[], language: Language): string {
  const texts = TEXTS[language]
  const cards = standings.map(({ lot, outcome }) => {
    const picture = lot.pictures[0]
    return html`<li><a href="${lotPath(lot.number)}?lang=${language}">${picture === undefined ? '' : html`<img src="${picturePath(picture)}" width="400" height="300" alt="" loading="lazy">`}<div>
<p lang="${lot.language}">${lot.title}</p><p class="price">${priceLine({ lot, outcome }, texts, language)}</p><p>${outcome.bids.length} ${texts.bids} · ${texts.ends} ${time(outcome.endsAt, language)}</p></div></a></li>`
  })
  return page(texts.newest, language, '/', html`<h1>${texts.newest}</h1><ul class="grid">${cards}</ul>`)
}

/** One lot, with a bid button while it is active. */
export function lotPage(standing: Standing, language: Language): string {
  const { lot, outcome } = standing
  const texts = TEXTS[language]
  const rows: [string, string][] = [
    [texts.seller, `${lot.seller.name}${lot.seller.ratingPercent === undefined ? '' : ` (${lot.seller.ratingPercent} %)`}`],
    [
      texts.place,
      lot.place === undefined ? texts.unknown : [lot.place.country, lot.place.zip, lot.place.city].filter(Boolean).join(' '),
    ],
    [texts.shipping, shippingLine(lot, texts, language)],
    ...(lot.premiumPercent === undefined ? [] : [[texts.premium, `${lot.premiumPercent} %`] as [string, string]]),
    [outcome.status === 'running' ? texts.ends : texts.ended, time(outcome.endsAt, language)],
  ]
  const history = outcome.bids
    .toReversed()
    .map(
      (bid) =>
        html`<li>${amount(bid.amount, lot.currency, language)} · ${time(bid.at, language)} · ${bid.byHand ? texts.by : texts.simulated}</li>`,
    )
  const body = html`<p><a href="/?lang=${language}">${texts.back}</a></p><h1 lang="${lot.language}">${lot.title}</h1><div class="lot">
<div class="pictures">${lot.pictures.map((picture) => html`<img src="${picturePath(picture)}" width="800" height="600" alt="">`)}</div>
<div><p class="price">${priceLine(standing, texts, language)}</p><p>${outcome.bids.length} ${texts.bids}</p>${bidForm(standing, texts, language)}
<dl>${rows.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>
<p class="description" lang="${lot.language}">${lot.description ?? ''}</p>
${lot.relistOf === undefined ? '' : html`<p>${texts.relist} ${lot.relistOf}</p>`}<ol reversed>${history}</ol></div></div>`
  return page(lot.title, language, lotPath(lot.number), body)
}

export function gonePage(language: Language): string {
  const texts = TEXTS[language]
  return page(texts.name, language, '/', html`<h1>${texts.gone}</h1><p><a href="/?lang=${language}">${texts.back}</a></p>`)
}

function bidForm({ lot, outcome }: Standing, texts: Texts, language: Language): Html {
  if (lot.sale.kind !== 'auction' || outcome.status !== 'running') return new Html('')
  const last = outcome.bids.at(-1)?.amount
  const next = last === undefined ? lot.sale.start : last + increment(last)
  return html`<form method="post" action="${lotPath(lot.number)}/bid?lang=${language}"><button>${texts.bid}: ${amount(next, lot.currency, language)}</button></form><p>${texts.bidNote}</p>`
}

function priceLine({ lot, outcome }: Standing, texts: Texts, language: Language): string {
  const show = (value: number) => amount(value, lot.currency, language)
  if (outcome.status === 'ended') return outcome.soldFor === undefined ? texts.unsold : `${texts.sold} ${show(outcome.soldFor)}`
  const { sale } = lot
  if (sale.kind === 'fixed') return `${texts.asking} ${show(sale.price)}${sale.bestOffer ? ` ${texts.orOffer}` : ''}`
  const last = outcome.bids.at(-1)
  if (last !== undefined) return `${texts.current} ${show(last.amount)}`
  const start = sale.startHidden ? texts.hidden : `${texts.start} ${show(sale.start)}`
  return sale.buyNow === undefined ? start : `${start} · ${texts.buyNow} ${show(sale.buyNow)}`
}

function shippingLine(lot: Standing['lot'], texts: Texts, language: Language): string {
  if (lot.shipping.kind === 'collect') return texts.collect
  if (lot.shipping.kind === 'unknown') return texts.unknown
  return lot.shipping.cost === 0 ? texts.free : amount(lot.shipping.cost, lot.currency, language)
}

const LOCALES: Readonly<Record<Language, string>> = { de: 'de-DE', en: 'en-GB' }

function amount(minor: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency }).format(minor / 100)
}

function time(ms: number, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Europe/Berlin',
  }).format(ms)
}

function page(title: string, language: Language, path: string, body: Html): string {
  const texts = TEXTS[language]
  const other = language === 'de' ? 'en' : 'de'
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title} · ${texts.name}</title><link rel="stylesheet" href="/style.css"></head><body><p class="notice">${texts.notice}</p>
<header><a href="/?lang=${language}"><strong>${texts.name}</strong></a><a href="${path}?lang=${other}" hreflang="${other}">${texts.other}</a></header><main>${body}</main></body></html>`
    .text
}
