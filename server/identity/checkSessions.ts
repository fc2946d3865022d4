import { MINUTE_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import { SESSION_VERIFIED_MS } from '../limits.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { listSessionsToVerify, noteVerified } from '../store/sessions.ts'
import { type IdentityAccounts, isSignInValid, MAX_LOOK_UPS, subjectOf } from './accounts.ts'
import { IdentityUnavailable } from './idToken.ts'

const INTERVAL_MS = 5 * MINUTE_MS

type Dependencies = { db: Db; clock: Clock; log: Logger; accounts: IdentityAccounts }

/**
 * Looks up the account of each session at the identity provider once a day. Sessions are logged out if the account was disabled
 * or deleted, or its password changed after the sign-in.
 */
export function startCheckingSessions(deps: Dependencies): Loop {
  return startLoop('checkSessions', deps.log, async () => {
    try {
      while ((await checkSessions(deps)) === MAX_LOOK_UPS);
    } catch (error) {
      if (!(error instanceof IdentityUnavailable)) throw error
      deps.log.warn({ err: error }, 'session check skipped: identity provider unavailable')
    }
    return INTERVAL_MS
  })
}

/**
 * Checks at most {@link MAX_LOOK_UPS} due sessions.
 * @returns how many were checked
 * @throws IdentityUnavailable when the provider is unreachable; nothing is changed then
 */
export async function checkSessions({ db, clock, log, accounts }: Dependencies): Promise<number> {
  const now = clock.now()
  const due = await listSessionsToVerify(db, new Date(now.getTime() - SESSION_VERIFIED_MS), now, MAX_LOOK_UPS)
  if (due.length === 0) return 0
  const found = await accounts.lookUp([...new Set(due.map(({ identity }) => subjectOf(identity)))])
  const isValid = ({ identity, signedInAt }: (typeof due)[number]) => {
    const account = found.get(subjectOf(identity))
    return account !== undefined && isSignInValid(account, signedInAt)
  }
  const { valid = [], invalid = [] } = Object.groupBy(due, (session) => (isValid(session) ? 'valid' : 'invalid'))
  const ids = (sessions: typeof due) => sessions.map(({ id }) => id)
  await db.transaction().execute((tx) => noteVerified(tx, ids(valid), ids(invalid), now))
  if (invalid.length > 0)
    log.info({ sessions: invalid.length }, 'sessions logged out: account disabled, deleted, or its password changed')
  return due.length
}
