import type { AlertKind } from '../../../contract/eventKind.ts'
import type { Locale } from '../../../contract/primitives.ts'
import type { BatchReason } from '../channels/channel.ts'

/** A page that a link in a mail opens: its question, and its text once the question is answered. */
type MailPage = { title: string; question: (address: string) => string; button: string; done: string }

type Texts = {
  /** `title`: what happened, for reminders with the time left; `counted`: how many there are in a summary. */
  events: Record<AlertKind, { title: (inTime: string) => string; counted: (count: number) => string }>
  /** "120 € → 95 € (−21 %)". */
  price: (from: string | undefined, to: string, change: string | undefined) => string
  priceUnknown: string
  ends: (at: string) => string
  /** On a line of its own. */
  endsAt: (at: string) => string
  untitled: string
  filters: (names: string) => string
  bids: (count: number) => string
  demo: string
  /** For an auction that is no longer active. */
  over: Record<'ended' | 'gone', string>
  /** For a feed that is not limited to one filter. */
  allMatches: string
  /** The calendar's name. */
  calendar: string
  testTitle: string
  testBody: string
  open: string
  /** Where there is little room. */
  openShort: string
  /** The headline of alerts that are sent together, by the reason. */
  batched: Record<BatchReason, (count: number) => string>
  /** Auctions that ended before they could be reported. */
  missed: (count: number) => string
  /** After the first few of a long list. */
  more: (count: number) => string
  whyMail: string
  settings: string
  unsubscribe: MailPage & { link: string }
  confirm: MailPage & { subject: string; why: string; ifNot: string }
  /** For a link that is invalid or expired. */
  deadLink: { title: string; text: string }
  toApp: string
}

/** All texts that the server sends to users outside the app, by language. */
export const TEXTS: Record<Locale, Texts> = {
  en: {
    events: {
      newMatch: { title: () => 'New match', counted: (count) => (count === 1 ? '1 new match' : `${count} new matches`) },
      priceChange: {
        title: () => 'Price changed',
        counted: (count) => (count === 1 ? '1 price change' : `${count} price changes`),
      },
      endingSoon: { title: (inTime) => `Ends ${inTime}`, counted: (count) => `${count} ending soon` },
    },
    price: (from, to, change) => (from ? `${from} → ${to}${change ? ` (${change})` : ''}` : to),
    priceUnknown: 'price unknown',
    ends: (at) => `ends ${at}`,
    endsAt: (at) => `Ends ${at}`,
    untitled: 'Untitled',
    filters: (names) => `Filter: ${names}`,
    bids: (count) => (count === 1 ? '1 bid' : `${count} bids`),
    demo: 'Demo',
    over: { ended: 'ended', gone: 'no longer on sale' },
    allMatches: 'all matches',
    calendar: 'ends of auctions',
    testTitle: 'Lotwatch test',
    testBody: 'This channel works. Alerts will look like this.',
    open: 'Open in Lotwatch',
    openShort: 'Open',
    batched: {
      digest: (count) => (count === 1 ? '1 alert' : `${count} alerts`),
      quietHours: (count) => (count === 1 ? '1 alert from your quiet hours' : `${count} alerts from your quiet hours`),
      cap: (count) => (count === 1 ? '1 more alert' : `${count} more alerts`),
    },
    missed: (count) => `${count} ended meanwhile`,
    more: (count) => `and ${count} more`,
    whyMail: 'You get this mail because one of your filters at Lotwatch matched.',
    settings: 'Change notifications',
    unsubscribe: {
      link: 'Stop these mails',
      title: 'Stop mails from Lotwatch?',
      question: (address) => `No more alerts will be sent to ${address}. Your filters stay, and other channels go on.`,
      button: 'Stop mails',
      done: 'Mails are switched off. You can switch them on again in your account at any time.',
    },
    confirm: {
      subject: 'Confirm your address for Lotwatch',
      why: 'Alerts from Lotwatch are to be sent to this address. Confirm that it is yours.',
      ifNot: 'If you did not ask for this, do nothing: no alerts will come.',
      title: 'Get alerts at this address?',
      question: (address) => `Alerts will be sent to ${address} from now on.`,
      button: 'Confirm address',
      done: 'Confirmed. Alerts will be sent to this address.',
    },
    deadLink: {
      title: 'This link is no longer valid',
      text: 'The address may have been changed, or the account deleted. Nothing was changed.',
    },
    toApp: 'To Lotwatch',
  },
  de: {
    events: {
      newMatch: { title: () => 'Neuer Treffer', counted: (count) => (count === 1 ? '1 neuer Treffer' : `${count} neue Treffer`) },
      priceChange: {
        title: () => 'Preis geändert',
        counted: (count) => (count === 1 ? '1 Preisänderung' : `${count} Preisänderungen`),
      },
      endingSoon: {
        title: (inTime) => `Endet ${inTime}`,
        counted: (count) => (count === 1 ? '1 endet bald' : `${count} enden bald`),
      },
    },
    price: (from, to, change) => (from ? `${from} → ${to}${change ? ` (${change})` : ''}` : to),
    priceUnknown: 'Preis unbekannt',
    ends: (at) => `endet ${at}`,
    endsAt: (at) => `Endet ${at}`,
    untitled: 'Ohne Titel',
    filters: (names) => `Filter: ${names}`,
    bids: (count) => (count === 1 ? '1 Gebot' : `${count} Gebote`),
    demo: 'Demo',
    over: { ended: 'beendet', gone: 'nicht mehr im Angebot' },
    allMatches: 'alle Treffer',
    calendar: 'Auktionsenden',
    testTitle: 'Lotwatch-Test',
    testBody: 'Dieser Kanal funktioniert. So sehen Meldungen aus.',
    open: 'In Lotwatch öffnen',
    openShort: 'Öffnen',
    batched: {
      digest: (count) => (count === 1 ? '1 Meldung' : `${count} Meldungen`),
      quietHours: (count) => (count === 1 ? '1 Meldung aus der Ruhezeit' : `${count} Meldungen aus der Ruhezeit`),
      cap: (count) => (count === 1 ? '1 weitere Meldung' : `${count} weitere Meldungen`),
    },
    missed: (count) => `${count} inzwischen beendet`,
    more: (count) => `und ${count} weitere`,
    whyMail: 'Du bekommst diese Mail, weil einer deiner Filter bei Lotwatch etwas gefunden hat.',
    settings: 'Benachrichtigungen ändern',
    unsubscribe: {
      link: 'Diese Mails abbestellen',
      title: 'Keine Mails mehr von Lotwatch?',
      question: (address) => `An ${address} gehen keine Meldungen mehr. Deine Filter bleiben, andere Kanäle laufen weiter.`,
      button: 'Mails abbestellen',
      done: 'Mails sind ausgeschaltet. In deinem Konto kannst du sie jederzeit wieder einschalten.',
    },
    confirm: {
      subject: 'Bestätige deine Adresse für Lotwatch',
      why: 'Meldungen von Lotwatch sollen an diese Adresse gehen. Bestätige, dass sie deine ist.',
      ifNot: 'Wenn du das nicht warst, tu nichts: Dann kommen keine Meldungen.',
      title: 'Meldungen an diese Adresse?',
      question: (address) => `Ab jetzt gehen Meldungen an ${address}.`,
      button: 'Adresse bestätigen',
      done: 'Bestätigt. Meldungen gehen an diese Adresse.',
    },
    deadLink: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Vielleicht wurde die Adresse geändert oder das Konto gelöscht. Es wurde nichts geändert.',
    },
    toApp: 'Zu Lotwatch',
  },
}
