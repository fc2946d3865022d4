import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findReferralOwner, insertReferralUse, saveReferralLink } from '../store/referrals.ts'
import type { HttpParts } from './parts.ts'
import { ApiProblem } from './problems.ts'
import { serveWrite } from './route.ts'

/** 72 random bits: short enough to be read out, too many to be guessed. */
const LINK_ID_BYTES = 9

export function serveReferrals(app: FastifyInstance, parts: HttpParts): void {
  serveWrite(app, parts, 'createReferralLink', async ({ tx, user, query }) => ({
    id: await saveReferralLink(tx, user.id, { id: randomBytes(LINK_ID_BYTES).toString('base64url'), ...query }),
  }))

  serveWrite(app, parts, 'useReferral', async ({ tx, user, query }) => {
    const owner = await findReferralOwner(tx, query.inviter)
    if (!owner) throw new ApiProblem('referral_unknown')
    if (owner === user.id) throw new ApiProblem('referral_own')
    if (!(await insertReferralUse(tx, user.id, query.inviter))) throw new ApiProblem('referral_already_used')
  })
}
