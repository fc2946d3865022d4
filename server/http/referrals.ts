import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findReferralOwner, insertReferralUse, saveReferralLink } from '../store/referrals.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'
import { serveWrite } from './route.ts'

/** 72 random bits: short enough to read out, too many to guess. */
const LINK_ID_BYTES = 9

export function serveReferrals(app: FastifyInstance, deps: HttpDependencies): void {
  serveWrite(app, deps, 'createReferralLink', async ({ tx, user, query }) => ({
    id: await saveReferralLink(tx, user.id, { id: randomBytes(LINK_ID_BYTES).toString('base64url'), ...query }),
  }))

  serveWrite(app, deps, 'useReferral', async ({ tx, user, query }) => {
    const owner = await findReferralOwner(tx, query.inviter)
    if (!owner) throw new ApiProblem('referral_unknown')
    if (owner === user.id) throw new ApiProblem('referral_own')
    if (!(await insertReferralUse(tx, user.id, query.inviter))) throw new ApiProblem('referral_already_used')
  })
}
