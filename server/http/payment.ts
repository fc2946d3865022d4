import type { FastifyInstance } from 'fastify'
import { choosePlan, PLANS, toSubscription } from '../accounts/plans.ts'
import * as store from '../store/subscriptions.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'
import { serve, serveWrite } from './route.ts'

export function servePayment(app: FastifyInstance, deps: HttpDependencies): void {
  const { db, clock } = deps

  serve(app, deps, 'listPlans', async () => [...PLANS])

  serve(app, deps, 'listSubscriptions', async ({ user }) =>
    (await store.listSubscriptions(db, user.id)).map((row) => toSubscription(row, clock.now())),
  )

  serveWrite(app, deps, 'createSubscription', async ({ tx, user, body }) => {
    if (!deps.settings.freePlans) throw new ApiProblem('plans_not_sold')
    if (user.isAnonymous) throw new ApiProblem('account_required')
    const now = clock.now()
    const subscription = await choosePlan(tx, user.id, body.plan, now)
    if (!subscription) throw new ApiProblem('subscription_active')
    return toSubscription(subscription, now)
  })

  serveWrite(app, deps, 'cancelSubscription', async ({ tx, user, params }) => {
    if (!(await store.cancelSubscription(tx, user.id, params.id))) throw new ApiProblem('not_found')
  })
}
