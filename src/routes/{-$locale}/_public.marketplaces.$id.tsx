import { createFileRoute } from '@tanstack/react-router'
import { MarketplaceScreen } from '../../screens/marketplace/MarketplaceScreen.tsx'
import { pageHead } from '../-head.ts'
import { marketplaceOf } from '../-marketplace.ts'

export const Route = createFileRoute('/{-$locale}/_public/marketplaces/$id')({
  loader: ({ context, params }) => marketplaceOf(context, params.id),
  head: ({ match, loaderData }) => pageHead(match, { title: loaderData?.name ?? match.params.id }),
  component: MarketplaceScreen,
})
