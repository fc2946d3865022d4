import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Settings } from '../settings.ts'

/** Hosts that the Firebase SDK talks to (Firebase documentation, "CSP"); with the emulator it talks to that alone. */
const GOOGLE_IDENTITY_HOSTS = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
  'https://fcmregistrations.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
]
/**
 * What the Google button loads: the loader of Google's frame library, and what that loads. By path, because other scripts of
 * this host run what an address tells them to. `src/install/googleScripts.ts` holds the same list.
 */
const GOOGLE_SIGN_IN_SCRIPTS = ['https://apis.google.com/js/api.js', 'https://apis.google.com/_/scs/']
const HSTS_SECONDS = 31_536_000
/** Where browsers report what the policy has blocked (`cspReports.ts`). */
export const CSP_REPORT_PATH = '/api/csp-reports'

// biome-ignore format: a table
/** Features that the app does not use (W3C Permissions Policy). */
const REFUSED_FEATURES = [
  'accelerometer', 'ambient-light-sensor', 'autoplay', 'bluetooth', 'browsing-topics', 'camera', 'display-capture',
  'encrypted-media', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'magnetometer', 'microphone', 'midi', 'payment',
  'serial', 'usb', 'xr-spatial-tracking',
]
/** Headers that helmet does not set. */
export const OWN_HEADERS: Readonly<Record<string, string>> = {
  'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'reporting-endpoints': `csp="${CSP_REPORT_PATH}"`,
}

/** What the pages with the Google button are sent instead of the policy that all answers carry. */
export function signInPageHeaders(settings: Settings): FastifyHelmetOptions {
  return { contentSecurityPolicy: contentSecurityPolicy(settings, GOOGLE_SIGN_IN_SCRIPTS) }
}

/**
 * The security headers of every answer. No inline script or style, scripts only through the app's Trusted Types
 * policies, and no frames but the identity provider's own.
 */
export function securityHeaders(settings: Settings): FastifyHelmetOptions {
  const isHttps = settings.publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: contentSecurityPolicy(settings),
    // Firebase's popup has to be able to tell its opener how it went.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Plain http on loopback must stay reachable.
    strictTransportSecurity: isHttps ? { maxAge: HSTS_SECONDS } : false,
    xFrameOptions: { action: 'deny' },
  }
}

/** `scripts`: where scripts may come from beside our own origin. */
function contentSecurityPolicy(
  settings: Settings,
  scripts: readonly string[] = [],
): NonNullable<FastifyHelmetOptions['contentSecurityPolicy']> {
  const { emulatorHost, authDomain } = settings.identity
  const identity = emulatorHost ? [`http://${emulatorHost}`] : GOOGLE_IDENTITY_HOSTS
  const identityFrames = emulatorHost ? [`http://${emulatorHost}`] : authDomain ? [`https://${authDomain}`] : []
  const demo = settings.demoHouse.enabled ? [new URL(settings.demoHouse.url).origin] : []
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'"],
      // Marketplaces' pictures are linked, never rehosted, and come from anywhere.
      imgSrc: ["'self'", 'data:', 'https:', ...demo],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...identity],
      frameSrc: identityFrames.length > 0 ? identityFrames : ["'none'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['app', 'default'],
      // Browsers read the newer of the two that they know.
      reportUri: [CSP_REPORT_PATH],
      reportTo: ['csp'],
    },
  }
}
