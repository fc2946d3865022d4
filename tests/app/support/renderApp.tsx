import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { activate, createI18n } from '../../../src/i18n/activate.ts'
import { localeOfPath } from '../../../src/i18n/locales.ts'
import { createAppRouter } from '../../../src/router.tsx'
import { changeSessionAtom } from '../../../src/session/session.ts'
import '../../../src/components/base.css'
import { createWorld } from './world.ts'

/** Renders the whole app at a path, signed in as a guest, with only its services faked. */
export async function renderApp(path: string, prepare: (world: ReturnType<typeof createWorld>) => void = () => undefined) {
  const world = createWorld()
  prepare(world)
  const { store } = world
  store.set(changeSessionAtom, { isAuthenticated: true, isAnonymous: true, token: 'abc' })
  const i18n = createI18n()
  await activate(i18n, localeOfPath(path), path)
  const router = createAppRouter({
    context: { i18n, store, origin: location.origin },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(<RouterProvider router={router} />)
  return {
    ...world,
    router,
    end() {
      root.unmount()
      place.remove()
    },
  }
}
