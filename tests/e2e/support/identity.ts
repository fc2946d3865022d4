/** REST calls to the identity emulator, without a browser. */
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
/** A user without an account. */
export const newPerson = (): Account => {
  made += 1
  return { address: `person-${process.pid}-${Date.now()}-${made}@example.org`, password: 'a sentence, not a word' }
}

/** A guest's ID token, as the mobile shell gets it from the provider. */
export const guestToken = async (): Promise<string> => (await post<{ idToken: string }>('accounts:signUp', {})).idToken
export const accountToken = async ({ address, password }: Account): Promise<string> =>
  (await post<{ idToken: string }>('accounts:signUp', { email: address, password })).idToken
/** Signs in to an existing account. */
export const tokenOf = async ({ address, password }: Account): Promise<string> =>
  (await post<{ idToken: string }>('accounts:signInWithPassword', { email: address, password })).idToken

/** A user with an account. */
export async function registeredPerson(): Promise<Account> {
  const person = newPerson()
  await accountToken(person)
  return person
}

/** The addresses that the provider has sent password reset links to. */
export async function resetMails(): Promise<string[]> {
  const response = await fetch(`${emulator()}/emulator/v1/projects/${PROJECT}/oobCodes`)
  const { oobCodes } = (await response.json()) as { oobCodes: { email: string; requestType: string }[] }
  return oobCodes.filter(({ requestType }) => requestType === 'PASSWORD_RESET').map(({ email }) => email)
}

/** Sets email enumeration protection, which is on by default outside the emulator. */
export async function protectAddresses(enabled: boolean): Promise<void> {
  const path = `identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=emailPrivacyConfig`
  const response = await fetch(`${emulator()}/${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: enabled } }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
}
