export type TaskLimits = {
  /** Names for error messages: the document and its parts. */
  readonly document: string
  readonly part: string
  /** Time limit from the start of parsing. */
  readonly maxMs: number
  /** Heap limit of the thread, including its code, in megabytes. */
  readonly maxHeapMb: number
  readonly maxThreads: number
}

/**
 * Parses one kind of untrusted document. Input and output cross a thread boundary, so they must be structured-cloneable, and it has to
 * limit the size of its output.
 * @param begin reports the part that is parsed next, counted from 1; error messages name it
 */
export type Parser<Input, Output> = (input: Input, begin: (part: number) => void) => Output

/** One kind of untrusted document, its parser and its limits. Tasks do not wait for each other. */
export type Task<Input, Output> = TaskLimits & {
  /** Named by module and export, because a thread imports it by itself. */
  readonly parser: ParserSource
  /** Only a type. */
  readonly types?: Parser<Input, Output>
}

export type ParserSource = {
  /** URL of the module. */
  readonly module: string
  /** Name of the exported function. */
  readonly name: string
}

/**
 * @param parser an exported function of the module
 * @param module URL of the module
 */
export function parsingTask<Input, Output>(parser: Parser<Input, Output>, module: URL, limits: TaskLimits): Task<Input, Output> {
  return { ...limits, parser: { module: module.href, name: parser.name } }
}
