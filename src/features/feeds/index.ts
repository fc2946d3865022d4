export { FeedLinks } from './FeedLinks.tsx'
