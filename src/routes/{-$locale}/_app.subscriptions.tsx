import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { startSubscriptions } from '../../features/subscriptions/index.ts'
import { SubscriptionsScreen } from '../../features/subscriptions/SubscriptionsScreen.tsx'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_app/subscriptions')({
  loader: ({ context }) => startSubscriptions(context.store),
  head: ({ match }) => pageHead(match, { title: msg`Plans`, isPrivate: true }),
  component: SubscriptionsScreen,
})
