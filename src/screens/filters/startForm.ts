import { emptyForm, type FilterForm } from '../../state/filterForm/form.ts'

/** What the address may bring: an example's keywords, a marketplace, or what another app shared. */
type Brought = {
  keywords?: string | undefined
  marketplace?: string | undefined
  title?: string | undefined
  text?: string | undefined
  url?: string | undefined
}

const SHARED_WORDS = 6

/** The form to begin with: what the address brings, else what was being typed when the page was left, else an empty one. */
export function startForm(brought: Brought, unsaved: FilterForm | undefined, locale: string): FilterForm {
  const { keywords, marketplace } = brought
  const shared = keywords ?? sharedWords(brought)
  if (shared || marketplace) {
    return { ...ofReader(locale), keywords: shared ?? '', marketplaces: marketplace ? [marketplace] : [] }
  }
  return unsaved ?? ofReader(locale)
}

type Countries = readonly { id: string }[]

/** Regions that the browser's languages name, the preferred one first. */
const readersRegions = () => navigator.languages.flatMap((language) => new Intl.Locale(language).region ?? [])

/**
 * The form with a country whose postal codes are known here: what is chosen if it is one, else the reader's, else the
 * first. As long as it is not known which those are, the form stays as it is.
 */
export function withKnownCountry(form: FilterForm, countries: Countries | undefined): FilterForm {
  const isKnown = (country: string) => countries?.some(({ id }) => id === country) ?? true
  if (isKnown(form.country)) return form
  const country = [...readersRegions(), emptyForm.country].find(isKnown) ?? countries?.[0]?.id
  return country === undefined ? form : { ...form, country }
}

/** German readers mostly search in Germany; the country of anyone else stands in the browser's language, if anywhere. */
function ofReader(locale: string): FilterForm {
  const region = new Intl.Locale(navigator.language).region
  const country = region && /^[A-Z]{2}$/.test(region) ? region : emptyForm.country
  return { ...emptyForm, country: locale === 'de' && country === 'US' ? 'DE' : country }
}

/** The words of a shared listing that a filter could begin with: of its title, or of the address's last part. */
function sharedWords({ title, text, url }: Brought): string | undefined {
  const source = title ?? text?.replace(/https?:\S+/g, '') ?? decoded(url)
  const words = source?.match(/[\p{L}\p{N}]{2,}/gu)?.slice(0, SHARED_WORDS)
  return words && words.length > 0 ? words.join(' ') : undefined
}

function decoded(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { searchParams, pathname } = new URL(url)
  // Marketplaces name their search words so; a listing's address mostly ends in its title.
  const words = searchParams.get('_nkw') ?? searchParams.get('q') ?? searchParams.get('query')
  return words ?? pathname.split('/').find((part) => /[a-z]+-[a-z]+/i.test(part))
}
