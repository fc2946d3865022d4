import { join } from 'node:path'
import webpush from 'web-push'
import { readOrMake } from '../../../runtime/secrets.ts'
import type { Settings } from '../../../settings.ts'

/** RFC 8292 keys, base64url. */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

/**
 * The keys that identify this installation to push services: from the settings, or else from the data directory, where they are
 * created at the first start. They must never change, because every browser's push subscription is bound to them.
 */
export function loadVapidKeys({ vapid, dataDir }: Pick<Settings, 'vapid' | 'dataDir'>): VapidKeys {
  const { publicKey, privateKey, subject } = vapid
  if (publicKey && privateKey) return { publicKey, privateKey, subject }
  const file = readOrMake(join(dataDir, 'vapid-keys.json'), () => Buffer.from(JSON.stringify(webpush.generateVAPIDKeys())))
  return { ...JSON.parse(file.toString('utf8')), subject }
}
