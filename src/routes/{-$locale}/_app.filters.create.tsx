import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { EditScreen } from '../../features/filters/editor/EditScreen.tsx'
import { startFilterOptions } from '../../features/filters/index.ts'
import { pageHead } from '../-head.ts'
import { editSearch } from '../-search.ts'

export const Route = createFileRoute('/{-$locale}/_app/filters/create')({
  validateSearch: editSearch,
  loader: ({ context }) => startFilterOptions(context.store),
  head: ({ match }) => pageHead(match, { title: msg`Filter`, isPrivate: true }),
  component: EditScreen,
})
