import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Settings } from '../settings.ts'

/** Hosts that the Firebase SDK calls (Firebase documentation, "CSP"). With the emulator it calls only that. */
const GOOGLE_IDENTITY_HOSTS = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
  'https://fcmregistrations.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
]
/**
 * The scripts of the Google button: the loader of Google's frame library, and what that loads. Limited by path, because other
 * scripts on this host execute code from their URL parameters. `src/install/googleScripts.ts` has the same list.
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

/** The policy of pages with the Google button, in place of the default one. */
export function signInPageHeaders(settings: Settings): FastifyHelmetOptions {
  return { contentSecurityPolicy: contentSecurityPolicy(settings, GOOGLE_SIGN_IN_SCRIPTS) }
}

/**
 * The security headers of every answer: no inline scripts or styles, scripts only through the app's Trusted Types policies, no
 * frames except the identity provider's.
 */
export function securityHeaders(settings: Settings): FastifyHelmetOptions {
  const isHttps = settings.publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: contentSecurityPolicy(settings),
    // Firebase's popup has to report its result to the opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // HSTS would make plain http on loopback unreachable.
    strictTransportSecurity: isHttps ? { maxAge: HSTS_SECONDS } : false,
    xFrameOptions: { action: 'deny' },
  }
}

/** `scripts`: allowed script sources besides our own origin. */
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
      // Marketplaces' pictures are linked, never rehosted, so any https host is allowed.
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
      // `report-to` replaces `report-uri` in browsers that support it.
      reportUri: [CSP_REPORT_PATH],
      reportTo: ['csp'],
    },
  }
}
