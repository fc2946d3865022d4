import type * as z from 'zod/mini'
import { type CallName, calls } from '../../contract/calls.ts'
import { type AnyInput, type CallOptions, request } from './request.ts'

type Table = typeof calls
type Part<N extends CallName, P extends string> = Table[N] extends Record<P, infer S extends z.ZodMiniType> ? z.input<S> : never
/** Numbers travel as text in a query; the caller gives them as numbers. */
type Query<Q> = { [K in keyof Q]: Q[K] | number }
type Given<K extends string, T> = [T] extends [never] ? unknown : { [P in K]: T }

/** What a call asks for, by the contract: the parameters of its path, its query and its body. */
export type CallInput<N extends CallName> = Given<'params', Part<N, 'params'>> &
  (Part<N, 'query'> extends never ? unknown : { query?: Query<Part<N, 'query'>> }) &
  Given<'body', Part<N, 'body'>>

type Answers<N extends CallName> = Table[N]['answers']
/** What a call answers, parsed. */
export type CallAnswer<N extends CallName> = {
  [S in keyof Answers<N>]: Answers<N>[S] extends z.ZodMiniType ? z.output<Answers<N>[S]> : never
}[keyof Answers<N>]

/** One call of the API, its input and its answer typed by the contract. Throws `ApiError` and nothing else. */
export async function call<N extends CallName>(name: N, input: CallInput<N>, options: CallOptions = {}): Promise<CallAnswer<N>> {
  // What `request` answers has been parsed by the schemas that the type is derived from.
  return (await request(calls[name], input as AnyInput, options)) as CallAnswer<N>
}
