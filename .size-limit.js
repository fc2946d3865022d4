/** `npm run size`: what visitors download, compressed with Brotli, against what they should have to. */
import { addedBy, loadedAt, precached, routes, styles, worker } from './scripts/loads.ts'

/*
 * The build groups chunks by who needs them, and texts by the module that uses them; it names no component. Expressions that did
 * were 2.2 kB (/) and 2.6 kB (/auctions) better. A check of pushes without zod would save 6.2 kB of the worker, which no page
 * waits for, and would have to be kept in step by hand.
 */
const budget = (name, path, limit) => ({ name, path, limit, brotli: true })

export default [
  budget('JavaScript before / can be used', loadedAt('landing', '_public', '_public.index'), '112.5 kB'),
  budget('JavaScript before /auctions can be used', loadedAt('inbox', '_app.auctions'), '118 kB'),
  ...routes.map((route) => budget(`Route ${route}`, addedBy(route), '25 kB')),
  budget('CSS', styles, '15 kB'),
  budget('Worker', worker, '16 kB'),
  budget('Kept for offline use', precached(), '600 kB'),
]
