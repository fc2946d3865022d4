import { Locale } from '../../contract/primitives.ts'
import { localizedPath, MARKETPLACE_ROUTE, PUBLIC_ROUTES } from '../../contract/routes.ts'

/** Sitemap protocol 0.9, with the alternates of each page in other languages. */
export function sitemap(publicUrl: string, marketplaceIds: readonly string[]): string {
  const paths = [...PUBLIC_ROUTES, ...marketplaceIds.map((id) => MARKETPLACE_ROUTE + encodeURIComponent(id))]
  const address = (locale: Locale, path: string) => `${publicUrl}${localizedPath(locale, path)}`
  const alternates = (path: string) =>
    Locale.options
      .map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(locale, path)}"/>`)
      .concat(`<xhtml:link rel="alternate" hreflang="x-default" href="${address('en', path)}"/>`)
      .join('')
  const urls = paths.flatMap((path) =>
    Locale.options.map((locale) => `<url><loc>${address(locale, path)}</loc>${alternates(path)}</url>`),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>\n',
  ].join('\n')
}
