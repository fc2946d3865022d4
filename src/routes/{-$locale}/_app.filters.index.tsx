import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { startFilterOptions, startFilters } from '../../features/filters/index.ts'
import { FiltersScreen } from '../../features/filters/list/FiltersScreen.tsx'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_app/filters/')({
  loader: ({ context }) => {
    startFilters(context.store)
    startFilterOptions(context.store)
  },
  head: ({ match }) => pageHead(match, { title: msg`Filters`, isPrivate: true }),
  component: FiltersScreen,
})
