export { SEGMENTS } from './inbox/query.ts'
export { useInbox } from './inbox/useInbox.ts'
export { MatchRow } from './match/MatchRow.tsx'
export { useTriage } from './match/useTriage.ts'
