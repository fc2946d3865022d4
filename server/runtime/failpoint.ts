/** Points at which the crash tests kill the process, named by the step before. */
export type Failpoint =
  | 'poll.beforeCommit'
  | 'poll.afterCommit'
  | 'match.beforeCommit'
  | 'match.afterCommit'
  | 'send.before'
  | 'send.after'
  | 'send.beforeCommit'
  | 'send.afterCommit'
  | 'api.beforeCommit'
  | 'api.afterCommit'

const variable = 'LOTWATCH_FAIL_AT'

/** Kills the process as `kill -9` would, if the crash test requests it at this point. */
export function failpoint(name: Failpoint): void {
  if (process.env[variable] === name) process.kill(process.pid, 'SIGKILL')
}
