import type { User } from '../../contract/user.ts'
import { atom } from './store.ts'

/** The signed-in user or guest, as the server says. */
export const userAtom = atom<User | null>(null)
