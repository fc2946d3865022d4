import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PlanId } from '../../../contract/payment.ts'

export const planName: Readonly<Record<PlanId, MessageDescriptor>> = { free: msg`Basic`, plus: msg`Plus`, pro: msg`Pro` }
