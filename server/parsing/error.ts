/**
 * `time`: the task's time limit was exceeded. `memory`: its memory limit was. `crash`: the thread ended or the task threw.
 * `busy`: no thread was free in time. `closed`: the server is stopping.
 */
export type ReadingFault = 'time' | 'memory' | 'crash' | 'busy' | 'closed'

/** An untrusted document could not be parsed. The message is for operators and quotes nothing of the document. */
export class ParsingError extends Error {
  override readonly name = 'ParsingError'
  readonly fault: ReadingFault

  constructor(fault: ReadingFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
