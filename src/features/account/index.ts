export { startAccount } from './startAccount.ts'
