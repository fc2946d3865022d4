import { createFileRoute } from '@tanstack/react-router'
import { marketplaceOf } from '../../features/marketplaces/index.ts'
import { MarketplaceScreen } from '../../features/marketplaces/MarketplaceScreen.tsx'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_public/marketplaces/$id')({
  loader: ({ context, params }) => marketplaceOf(context, params.id),
  head: ({ match, loaderData }) => pageHead(match, { title: loaderData?.name ?? match.params.id }),
  component: MarketplaceScreen,
})
