import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DetailScreen } from '../../features/auctions/detail/DetailScreen.tsx'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_app/auctions/$id')({
  head: ({ match }) => pageHead(match, { title: msg`Auction`, isPrivate: true }),
  component: DetailScreen,
})
