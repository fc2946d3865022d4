import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionsScreen } from '../../features/subscriptions/SubscriptionsScreen.tsx'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_app/subscriptions')({
  head: ({ match }) => pageHead(match, { title: msg`Plans`, isPrivate: true }),
  component: SubscriptionsScreen,
})
