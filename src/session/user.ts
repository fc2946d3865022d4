import type { User } from '../../contract/user.ts'
import { atom } from '../store/store.ts'

/** The signed-in user or guest, from the server. */
export const userAtom = atom<User | null>(null)
