import { useMatches } from '@tanstack/react-router'

const PRODUCT = 'Lotwatch'

/** Title, description and alternate links of the current page, from its route. React hoists them into the document's head. */
export function Head() {
  const page = useMatches({ select: (matches) => matches.findLast(({ meta }) => meta !== undefined) })
  const metas = page?.meta?.filter((meta) => meta !== undefined) ?? []
  return (
    <>
      <title>{metas.find(({ title }) => title)?.title ?? PRODUCT}</title>
      {metas.map(({ name, content }) => name && <meta key={name} name={name} content={content} />)}
      {page?.links?.map((link) => link && <link key={`${link.rel} ${link.hrefLang}`} {...link} />)}
    </>
  )
}
