import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DetailScreen } from '../../features/auctions/detail/DetailScreen.tsx'
import { startAuction } from '../../features/auctions/index.ts'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_app/auctions/$id')({
  loader: ({ context, params }) => startAuction(context.store, params.id),
  head: ({ match }) => pageHead(match, { title: msg`Auction`, isPrivate: true }),
  component: DetailScreen,
})
