/**
 * `time`: longer than the task may take. `memory`: more than it may hold. `crash`: the thread ended or the task threw. `busy`: no thread
 * was free in time. `closed`: the server stops.
 */
export type ReadingFault = 'time' | 'memory' | 'crash' | 'busy' | 'closed'

/** A foreign document that could not be read. The message is for operators and holds nothing of the document. */
export class ReadingError extends Error {
  override readonly name = 'ReadingError'
  readonly fault: ReadingFault

  constructor(fault: ReadingFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
