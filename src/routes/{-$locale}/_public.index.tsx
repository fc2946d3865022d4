import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LandingScreen } from '../../features/landing/LandingScreen.tsx'
import { pageHead } from '../-head.ts'
import { referralSearch } from '../-search.ts'

export const Route = createFileRoute('/{-$locale}/_public/')({
  validateSearch: referralSearch,
  head: ({ match }) =>
    pageHead(match, { title: msg`Lotwatch: track auctions across marketplaces with custom filters and notifications` }),
  component: LandingScreen,
})
