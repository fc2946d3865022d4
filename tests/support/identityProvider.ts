import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { type Provider, startProvider } from './providers.ts'

export const PROJECT_ID = 'lots-of-lots'

export type IdentityProvider = Provider & {
  /** An ID token as Firebase makes them; claims and header as changed, signed with `key` (its own when none is given). */
  issue(claims?: Record<string, unknown>, header?: Partial<JWTHeaderParameters>, key?: CryptoKey | Uint8Array): Promise<string>
  /** Its public key as everyone can read it. */
  publicKeyPem: string
}

/** The server that Google's keys come from, and the tokens that are signed with them. */
export async function startIdentityProvider(now: () => Date): Promise<IdentityProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'current', alg: 'RS256', use: 'sig' }
  const provider = await startProvider({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keys: [jwk] }),
  })
  return Object.assign(provider, {
    publicKeyPem: await exportSPKI(publicKey),
    issue(
      claims: Record<string, unknown> = {},
      header: Partial<JWTHeaderParameters> = {},
      key: CryptoKey | Uint8Array = privateKey,
    ) {
      const seconds = Math.floor(now().getTime() / 1000)
      return new SignJWT({
        iss: `https://securetoken.google.com/${PROJECT_ID}`,
        aud: PROJECT_ID,
        sub: 'someone',
        iat: seconds,
        auth_time: seconds,
        exp: seconds + 3600,
        firebase: { sign_in_provider: 'password' },
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'current', typ: 'JWT', ...header })
        .sign(key)
    },
  })
}
