export { startOverview } from './startOverview.ts'
