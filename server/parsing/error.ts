/**
 * `time`: exceeded the task's time limit. `memory`: exceeded its memory limit. `crash`: the thread ended or the task threw.
 * `busy`: no thread was free in time. `closed`: the server is stopping.
 */
export type ParsingFault = 'time' | 'memory' | 'crash' | 'busy' | 'closed'

/** An untrusted document could not be parsed. The message is for operators and quotes nothing from the document. */
export class ParsingError extends Error {
  override readonly name = 'ParsingError'
  readonly fault: ParsingFault

  constructor(fault: ParsingFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
