import { type ReactNode, Suspense, useState } from 'react'
import { sessionKindAtom } from '../../session/session.ts'
import { useAtomValue } from '../../store/store.ts'
import { SignedIn } from './lazy.ts'

/** The sign-in page's content; users who are already signed in see their account and links onwards. */
export function UnlessSignedIn({ children }: { children: ReactNode }) {
  const kind = useAtomValue(sessionKindAtom)
  // As of the first render: the form stays until its own sign-in has navigated away.
  const [isSignedIn] = useState(kind === 'signedIn')
  if (!isSignedIn) return children
  return (
    <Suspense>
      <SignedIn />
    </Suspense>
  )
}
