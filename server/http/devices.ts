import type { FastifyInstance } from 'fastify'
import { validateRegistration } from '../accounts/registration.ts'
import { describeDevices, logDeviceChange } from '../notifications/channels/webPush/devices.ts'
import {
  countOtherDevicesLocked,
  deleteDevice,
  deleteSurplusGoneDevices,
  isAddressGone,
  listDevices,
  noteDeviceSession,
  saveDevice,
  withdrawDevice,
} from '../store/devices.ts'
import type { HttpDependencies } from './dependencies.ts'
import { MAX_DEVICES, MAX_GONE_DEVICES } from './limits.ts'
import { ApiProblem, invalid } from './problems.ts'
import { serve, serveWrite } from './route.ts'

export function serveDevices(app: FastifyInstance, deps: HttpDependencies): void {
  const { db, clock } = deps

  serve(app, deps, 'listDevices', async ({ user }) => describeDevices(db, await listDevices(db, user.id), clock.now()))

  serveWrite(app, deps, 'registerDevice', async ({ tx, user, session, body }) => {
    const validated = validateRegistration(body, { operatorOrigins: deps.settings.push.origins })
    if ('errors' in validated) throw invalid(...validated.errors)
    const { draft } = validated
    const now = clock.now()
    if ((await countOtherDevicesLocked(tx, user.id, draft)) >= MAX_DEVICES) throw new ApiProblem('device_limit_reached')
    const addressGone = await isAddressGone(tx, draft)
    const saved = await saveDevice(tx, user.id, draft, now)
    await noteDeviceSession(tx, saved.id, session.id)
    await deleteSurplusGoneDevices(tx, user.id, MAX_GONE_DEVICES)
    await logDeviceChange(tx, saved)
    const [device] = await describeDevices(tx, [saved], now)
    if (!device) throw new Error('saved device not described')
    return addressGone ? { ...device, addressGone } : device
  })

  serveWrite(app, deps, 'deleteDevice', async ({ tx, user, params }) => {
    if (!(await deleteDevice(tx, user.id, params.id))) throw new ApiProblem('not_found')
  })

  serveWrite(app, deps, 'withdrawDevice', async ({ tx, user, body }) => {
    const id = await withdrawDevice(tx, user.id, body.deviceKey, clock.now())
    if (id) await logDeviceChange(tx, { id, userId: user.id })
  })
}
