import type { FastifyRequest } from 'fastify'
import { Locale } from '../../contract/primitives.ts'

/** The first supported language in `Accept-Language`. */
export function preferredLocale(request: FastifyRequest): Locale | undefined {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=')
      return { language: tag.slice(0, 2).toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of wanted) {
    const locale = Locale.safeParse(language)
    if (locale.success) return locale.data
  }
  return undefined
}
