import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '../../features/account/AccountScreen.tsx'
import { startAccount } from '../../features/account/index.ts'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_app/account')({
  loader: ({ context }) => startAccount(context.store),
  head: ({ match }) => pageHead(match, { title: msg`Account`, isPrivate: true }),
  component: AccountScreen,
})
