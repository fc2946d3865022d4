export { LogOut } from './LogOut.tsx'
export { OtherAccount } from './lazy.ts'
export { logOutAtom } from './logOut.ts'
