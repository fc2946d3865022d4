import { expect, test } from 'vitest'

/** The result of one test in the security suite's table. */
export type AttackResult = { tries: number; gotThrough: string[] }

declare module 'vitest' {
  interface TaskMeta {
    attack?: AttackResult
  }
}

/** Records one try: `label` names the input, `gotThrough` is true when the defence failed. */
export type RecordTry = (label: string, gotThrough: boolean) => void

/**
 * A test that tries one attack in many ways. It fails if a try gets through, or if nothing was tried. The name is the row's
 * title in the table that the suite prints (`tableReporter.ts`).
 */
export function attack(name: string, run: (record: RecordTry) => Promise<void> | void, timeoutMs?: number): void {
  test(
    name,
    async ({ task }) => {
      const result: AttackResult = { tries: 0, gotThrough: [] }
      task.meta.attack = result
      await run((label, gotThrough) => {
        result.tries += 1
        if (gotThrough) result.gotThrough.push(label)
      })
      expect(result.gotThrough).toEqual([])
      expect(result.tries).toBeGreaterThan(0)
    },
    timeoutMs,
  )
}
