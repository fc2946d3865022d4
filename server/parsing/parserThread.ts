import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '../../contract/time.ts'
import { ParsingError } from './error.ts'
import type { ThreadData, ThreadMessage } from './messages.ts'
import type { Task } from './task.ts'

/** How long a thread may take to load its code on a busy machine. */
const MAX_START_MS = 30 * SECOND_MS

type Job = { resolve: (output: unknown) => void; reject: (reason: ParsingError) => void }

/** A worker thread that parses documents of one kind, one at a time. It is dead after exceeding a limit or crashing. */
export class ParserThread {
  isDead = false
  private readonly task: Task<never, unknown>
  private readonly worker: Worker
  private readonly progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  private readonly ready: Promise<void>
  private job: Job | undefined
  private timer: NodeJS.Timeout | undefined
  private becomeReady = () => {}

  /** @param died is called once when the thread has ended for any reason */
  constructor(task: Task<never, unknown>, died: () => void) {
    this.task = task
    this.ready = new Promise((resolve) => {
      this.becomeReady = resolve
    })
    const workerData: ThreadData = { parser: task.parser, progress: this.progress }
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: `parser ${task.parser.name}`,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: task.maxHeapMb, maxYoungGenerationSizeMb: task.maxHeapMb / 4 },
    })
    this.worker.on('message', (message: ThreadMessage) => this.hear(message))
    this.worker.on('error', (error: NodeJS.ErrnoException) => this.end(this.faultOf(error)))
    this.worker.on('exit', () => {
      this.end(new ParsingError('crash', `the parser thread for ${task.document} ended`))
      died()
    })
    // An idle thread must not keep the process alive.
    this.worker.unref()
  }

  /**
   * Parses one document. Must not be called while another is being parsed.
   * @throws ParsingError
   */
  read(input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.job = { resolve, reject }
      this.worker.ref()
      this.limit(MAX_START_MS, () => new ParsingError('busy', `no thread could be started to parse ${this.task.document}`))
      void this.ready.then(() => {
        if (this.isDead) return
        this.limit(this.task.maxMs, () => {
          const limit = `parsing ${this.task.document} takes longer than ${this.task.maxMs / SECOND_MS} seconds`
          return new ParsingError('time', `${limit}${this.place()}`)
        })
        this.worker.postMessage(input)
      })
    })
  }

  /** Ends the thread and rejects its work. */
  async close(reason: ParsingError): Promise<void> {
    this.end(reason)
    await this.worker.terminate()
  }

  private hear(message: ThreadMessage): void {
    if (message.kind === 'ready') {
      this.becomeReady()
      return
    }
    const job = this.takeJob()
    if (message.kind === 'output') job?.resolve(message.output)
    // An exception is the task's fault; the thread stays usable.
    else job?.reject(new ParsingError('crash', `parsing ${this.task.document} failed${this.place()}`, { cause: message.error }))
  }

  private limit(ms: number, reason: () => ParsingError): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.end(reason()), ms)
  }

  private takeJob(): Job | undefined {
    const { job } = this
    this.job = undefined
    clearTimeout(this.timer)
    this.worker.unref()
    return job
  }

  private end(reason: ParsingError): void {
    if (this.isDead) return
    this.isDead = true
    this.takeJob()?.reject(reason)
    void this.worker.terminate()
  }

  private faultOf(error: NodeJS.ErrnoException): ParsingError {
    const { document, maxHeapMb } = this.task
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const limit = `parsing ${document} takes more than ${maxHeapMb} MB of memory`
      return new ParsingError('memory', `${limit}${this.place()}`, { cause: error })
    }
    return new ParsingError('crash', `the parser thread for ${document} failed`, { cause: error })
  }

  /** Names the part that was being parsed. */
  private place(): string {
    const [part = 0] = new Int32Array(this.progress)
    return part === 0 ? '' : `, at ${this.task.part} ${part}`
  }
}
