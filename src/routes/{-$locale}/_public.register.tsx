import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RegisterScreen } from '../../features/signIn/RegisterScreen.tsx'
import { pageHead } from '../-head.ts'
import { referralSearch } from '../-search.ts'

export const Route = createFileRoute('/{-$locale}/_public/register')({
  validateSearch: referralSearch,
  head: ({ match }) => pageHead(match, { title: msg`Register` }),
  component: RegisterScreen,
})
