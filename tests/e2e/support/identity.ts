/** The hosted identity provider, as the emulator stands in for it: its REST calls, without a browser. */
const PROJECT = 'demo-lotwatch'
const emulator = () => `http://localhost:${process.env.E2E_IDENTITY_PORT}`

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${emulator()}/identitytoolkit.googleapis.com/v1/${path}?key=emulator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

export type Account = { address: string; password: string }

let made = 0
/** Someone who has no account yet. */
export const newPerson = (): Account => {
  made += 1
  return { address: `person-${process.pid}-${Date.now()}-${made}@example.org`, password: 'a sentence, not a word' }
}

/** ID tokens as the mobile shell gets them from the provider. */
export const guestToken = async (): Promise<string> => (await post<{ idToken: string }>('accounts:signUp', {})).idToken
export const accountToken = async ({ address, password }: Account): Promise<string> =>
  (await post<{ idToken: string }>('accounts:signUp', { email: address, password })).idToken
/** Signs in to an account that exists. */
export const tokenOf = async ({ address, password }: Account): Promise<string> =>
  (await post<{ idToken: string }>('accounts:signInWithPassword', { email: address, password })).idToken

/** Someone who has an account already. */
export async function registeredPerson(): Promise<Account> {
  const person = newPerson()
  await accountToken(person)
  return person
}

/** Addresses that the provider has written to with a link for a new password. */
export async function resetMails(): Promise<string[]> {
  const response = await fetch(`${emulator()}/emulator/v1/projects/${PROJECT}/oobCodes`)
  const { oobCodes } = (await response.json()) as { oobCodes: { email: string; requestType: string }[] }
  return oobCodes.filter(({ requestType }) => requestType === 'PASSWORD_RESET').map(({ email }) => email)
}

/** Whether the provider hides which addresses have accounts, as it does by default outside of the emulator. */
export async function protectAddresses(enabled: boolean): Promise<void> {
  const path = `identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=emailPrivacyConfig`
  const response = await fetch(`${emulator()}/${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: enabled } }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
}
