import type { Locale } from '../../../contract/primitives.ts'

type Texts = {
  newMatch: string
  priceChange: string
  endingSoon: (inTime: string) => string
  /** A price that fell or rose: "120 € → 95 € (−21 %)". */
  price: (from: string | undefined, to: string, change: string | undefined) => string
  priceUnknown: string
  ends: (at: string) => string
  /** As a line of its own. */
  endsAt: (at: string) => string
  untitled: string
  filters: (names: string) => string
  bids: (count: number) => string
  demo: string
  testTitle: string
  testBody: string
  open: string
  digestSubject: (count: number) => string
  whyMail: string
  settings: string
}

/** Everything that the server says to users outside of the app, in their language. */
export const TEXTS: Record<Locale, Texts> = {
  en: {
    newMatch: 'New match',
    priceChange: 'Price changed',
    endingSoon: (inTime) => `Ends ${inTime}`,
    price: (from, to, change) => (from ? `${from} → ${to}${change ? ` (${change})` : ''}` : to),
    priceUnknown: 'price unknown',
    ends: (at) => `ends ${at}`,
    endsAt: (at) => `Ends ${at}`,
    untitled: 'Untitled',
    filters: (names) => `Filter: ${names}`,
    bids: (count) => (count === 1 ? '1 bid' : `${count} bids`),
    demo: 'Demo',
    testTitle: 'Lotwatch test',
    testBody: 'This channel works. Alerts will look like this.',
    open: 'Open in Lotwatch',
    digestSubject: (count) => (count === 1 ? '1 alert' : `${count} alerts`),
    whyMail: 'You get this mail because one of your filters at Lotwatch matched.',
    settings: 'Change notifications',
  },
  de: {
    newMatch: 'Neuer Treffer',
    priceChange: 'Preis geändert',
    endingSoon: (inTime) => `Endet ${inTime}`,
    price: (from, to, change) => (from ? `${from} → ${to}${change ? ` (${change})` : ''}` : to),
    priceUnknown: 'Preis unbekannt',
    ends: (at) => `endet ${at}`,
    endsAt: (at) => `Endet ${at}`,
    untitled: 'Ohne Titel',
    filters: (names) => `Filter: ${names}`,
    bids: (count) => (count === 1 ? '1 Gebot' : `${count} Gebote`),
    demo: 'Demo',
    testTitle: 'Lotwatch-Test',
    testBody: 'Dieser Kanal funktioniert. So sehen Meldungen aus.',
    open: 'In Lotwatch öffnen',
    digestSubject: (count) => (count === 1 ? '1 Meldung' : `${count} Meldungen`),
    whyMail: 'Du bekommst diese Mail, weil einer deiner Filter bei Lotwatch etwas gefunden hat.',
    settings: 'Benachrichtigungen ändern',
  },
}
