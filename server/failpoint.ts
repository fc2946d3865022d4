/** Places at which the crash tests end the process, named by what has been done just before. */
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

/** Ends the process as `kill -9` would when the crash test asked for it here; does nothing otherwise. */
export function failpoint(name: Failpoint): void {
  if (process.env[variable] === name) process.kill(process.pid, 'SIGKILL')
}
