import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LandingScreen } from '../../screens/landing/LandingScreen.tsx'
import { pageHead } from '../-head.ts'
import { ReferralSearch } from '../-search.ts'

export const Route = createFileRoute('/{-$locale}/_public/')({
  validateSearch: (search) => ReferralSearch.parse(search),
  head: ({ match }) => pageHead(match, { title: msg`Lotwatch: auctions across marketplaces, watched for you` }),
  component: LandingScreen,
})
