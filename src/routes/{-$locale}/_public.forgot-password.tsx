import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '../../features/signIn/ForgotPasswordScreen.tsx'
import { pageHead } from '../-head.ts'

export const Route = createFileRoute('/{-$locale}/_public/forgot-password')({
  head: ({ match }) => pageHead(match, { title: msg`Forgot password` }),
  component: ForgotPasswordScreen,
})
