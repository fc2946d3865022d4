import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { startOverview } from '../../features/overview/index.ts'
import { OverviewScreen } from '../../features/overview/OverviewScreen.tsx'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_app/overview')({
  loader: ({ context }) => startOverview(context.store),
  head: ({ match }) => pageHead(match, { title: msg`Overview`, isPrivate: true }),
  component: OverviewScreen,
})
