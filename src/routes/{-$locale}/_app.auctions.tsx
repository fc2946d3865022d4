import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AuctionsScreen } from '../../screens/auctions/AuctionsScreen.tsx'
import { pageHead } from '../-head.ts'
import { AuctionsSearch } from '../-search.ts'

export const Route = createFileRoute('/{-$locale}/_app/auctions')({
  validateSearch: (search) => AuctionsSearch.parse(search),
  head: ({ match }) => pageHead(match, { title: msg`Auctions`, isPrivate: true }),
  component: AuctionsScreen,
})
