import { v7 } from 'uuid'

/** UUID version 7, so that rows created one after the other are adjacent in the index. */
export const newId = (): string => v7()
