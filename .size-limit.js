/** `npm run size`: what visitors download, compressed with Brotli, against what they should have to. */
import { addedBy, loadedAt, precached, routes, styles, worker } from './scripts/loads.ts'

const budget = (name, path, limit) => ({ name, path, limit, brotli: true })

export default [
  budget('JavaScript before / can be used', loadedAt('landing', '_public', '_public.index'), '113 kB'),
  budget('JavaScript before /auctions can be used', loadedAt('inbox', '_app.auctions'), '118 kB'),
  ...routes.map((route) => budget(`Route ${route}`, addedBy(route), '25 kB')),
  budget('CSS', styles, '15 kB'),
  budget('Worker', worker, '12 kB'),
  budget('Kept for offline use', precached(), '600 kB'),
]
