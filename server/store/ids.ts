import { v7 } from 'uuid'

/** A new id: UUID version 7, so that rows made one after another lie side by side in the index. */
export const newId = (): string => v7()
