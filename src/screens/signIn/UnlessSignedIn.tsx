import { type ReactNode, Suspense, useState } from 'react'
import { sessionKindAtom } from '../../state/session/session.ts'
import { useAtomValue } from '../../state/store.ts'
import { SignedIn } from './lazy.ts'

/** The way in; for somebody who came in before, who that is and the ways on. */
export function UnlessSignedIn({ children }: { children: ReactNode }) {
  const kind = useAtomValue(sessionKindAtom)
  // As the page opens: the form stays until its own sign-in has led on.
  const [isSignedIn] = useState(kind === 'signedIn')
  if (!isSignedIn) return children
  return (
    <Suspense>
      <SignedIn />
    </Suspense>
  )
}
