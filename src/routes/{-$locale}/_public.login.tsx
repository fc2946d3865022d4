import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '../../features/signIn/LoginScreen.tsx'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_public/login')({
  head: ({ match }) => pageHead(match, { title: msg`Sign in` }),
  component: LoginScreen,
})
