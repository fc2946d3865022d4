import { emptyForm, type FilterForm } from '../form/form.ts'

/** Input from the URL: an example's keywords, a marketplace, or text shared from another app. */
type Brought = {
  keywords?: string | undefined
  marketplace?: string | undefined
  title?: string | undefined
  text?: string | undefined
  url?: string | undefined
}

const SHARED_WORDS = 6

/** The initial form: from the URL, else the unsaved form from before, else an empty one. */
export function startForm(brought: Brought, unsaved: FilterForm | undefined, locale: string): FilterForm {
  const { keywords, marketplace } = brought
  const shared = keywords ?? sharedWords(brought)
  if (shared || marketplace) {
    return { ...ofReader(locale), keywords: shared ?? '', marketplaces: marketplace ? [marketplace] : [] }
  }
  return unsaved ?? ofReader(locale)
}

type Countries = readonly { id: string }[]

/** The regions of the browser's languages, in order of preference. */
const readersRegions = () => navigator.languages.flatMap((language) => new Intl.Locale(language).region ?? [])

/**
 * The form with a country whose postal codes are available: the chosen one, else the reader's, else the first. Unchanged
 * until the list of countries is loaded.
 */
export function withKnownCountry(form: FilterForm, countries: Countries | undefined): FilterForm {
  const isKnown = (country: string) => countries?.some(({ id }) => id === country) ?? true
  if (isKnown(form.country)) return form
  const country = [...readersRegions(), emptyForm.country].find(isKnown) ?? countries?.[0]?.id
  return country === undefined ? form : { ...form, country }
}

/** German readers mostly search in Germany. For others only the browser's languages hint at the country. */
function ofReader(locale: string): FilterForm {
  const region = new Intl.Locale(navigator.language).region
  const country = region && /^[A-Z]{2}$/.test(region) ? region : emptyForm.country
  return { ...emptyForm, country: locale === 'de' && country === 'US' ? 'DE' : country }
}

/** Initial keywords from a shared listing: from its title, or from the last segment of its URL. */
function sharedWords({ title, text, url }: Brought): string | undefined {
  const source = title ?? text?.replace(/https?:\S+/g, '') ?? decoded(url)
  const words = source?.match(/[\p{L}\p{N}]{2,}/gu)?.slice(0, SHARED_WORDS)
  return words && words.length > 0 ? words.join(' ') : undefined
}

function decoded(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { searchParams, pathname } = new URL(url)
  // Common search parameters of marketplaces. A listing's URL mostly ends in its title.
  const words = searchParams.get('_nkw') ?? searchParams.get('q') ?? searchParams.get('query')
  return words ?? pathname.split('/').find((part) => /[a-z]+-[a-z]+/i.test(part))
}
