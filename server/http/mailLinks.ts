import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localizedPath, ROOT_LOCALE } from '../../contract/routes.ts'
import type { Db } from '../database/pool.ts'
import { findMailReader } from '../notifications/channels/email/reader.ts'
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from '../notifications/messages/links.ts'
import { TEXTS } from '../notifications/messages/texts.ts'
import { confirmEmail, disableEmail } from '../store/notificationSettings.ts'
import type { HttpDependencies } from './dependencies.ts'
import { preferredLocale } from './locale.ts'
import { sendMailPage } from './mailPage.ts'

const LINKS = [
  { path: CONFIRM_PATH, purpose: 'confirm', act: confirmEmail },
  { path: UNSUBSCRIBE_PATH, purpose: 'unsubscribe', act: (db: Db, userId: string) => disableEmail(db, userId) },
] as const

/**
 * The targets of links in mails. Mail programs and virus scanners follow links on their own, so a GET changes nothing. Only a
 * POST does, from the page's button or from the mail program (RFC 8058).
 */
export function serveMailLinks(app: FastifyInstance, deps: HttpDependencies): void {
  app.register(async (scope) => {
    // The bodies are forms and one-click requests of two media types, but never JSON.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    for (const { path, purpose, act } of LINKS) {
      scope.get(path, { schema: { hide: true } }, (request, reply) => answer(request, reply, purpose))
      scope.post(path, { schema: { hide: true } }, (request, reply) => answer(request, reply, purpose, act))
    }
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: 'confirm' | 'unsubscribe',
    act?: (db: Db, userId: string, address: string) => Promise<void>,
  ): Promise<FastifyReply> {
    const { token } = request.query as { token?: unknown }
    const reader = typeof token === 'string' ? await findMailReader(deps.db, deps.secrets, purpose, token) : undefined
    const locale = reader?.user.locale ?? preferredLocale(request) ?? ROOT_LOCALE
    const { deadLink, toApp, [purpose]: page } = TEXTS[locale]
    const back = { text: toApp, url: `${deps.settings.publicUrl}${localizedPath(locale, '/account')}` }
    if (!reader) return sendMailPage(reply.code(404), { locale, title: deadLink.title, text: deadLink.text, back })
    if (!act)
      return sendMailPage(reply, { locale, title: page.title, text: page.question(reader.address), button: page.button, back })
    await act(deps.db, reader.user.id, reader.address)
    return sendMailPage(reply, { locale, title: page.done, back })
  }
}
