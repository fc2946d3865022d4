import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AuctionsScreen } from '../../features/auctions/inbox/AuctionsScreen.tsx'
import { startInbox } from '../../features/auctions/index.ts'
import { pageHead } from '../-head.ts'
import { auctionsSearch } from '../-search.ts'

export const Route = createFileRoute('/{-$locale}/_app/auctions')({
  validateSearch: auctionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => startInbox(context.store, deps),
  head: ({ match }) => pageHead(match, { title: msg`Auctions`, isPrivate: true }),
  component: AuctionsScreen,
})
