import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import type { Context } from '#server/context.ts'
import { type PastDevice, type PastSecurity, storePastSecurity } from '#server/domains/identity/index.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { isStepDone, markStepDone } from './marks.ts'

/** The address that the demo's consumer had before. */
export const FORMER_EMAIL = 'anna.keller@oldmail.test'

/**
 * Adds what happened to the accounts of the demo's consumer and business before: devices that are signed in, security events,
 * and another address of the consumer, once.
 */
export async function seedDemoSecurity(ctx: Context): Promise<void> {
  if (isStepDone(ctx, 'security')) return
  const now = ctx.clock.now()
  for (const [email, plan] of [
    [DEMO_SIGN_INS[0], planConsumer],
    [DEMO_SIGN_INS[2], planBusiness],
  ] as const) {
    const customer = await findDemoCustomer(ctx, email)
    if (customer && !customer.deleted_at) await storePastSecurity(ctx, customer.account_id, plan(now))
  }
  await markStepDone(ctx, 'security')
}

/** Four devices in different networks, one of them with the app, and a new address of six days ago. */
function planConsumer(now: Date): PastSecurity {
  const before = (days: number, more = 0) => new Date(now.getTime() - days * millisecondsInDay - more)
  const app: PastDevice = {
    app: 'keepsake-ios',
    name: 'Safari, iPhone',
    network: '198.51.100.x',
    signedInAt: before(25),
    lastUsedAt: before(0, 35 * millisecondsInMinute),
  }
  const computer: PastDevice = {
    name: 'Firefox, Windows',
    network: '192.0.2.x',
    signedInAt: before(58),
    lastUsedAt: before(0, 5 * millisecondsInHour),
  }
  const tablet: PastDevice = {
    name: 'Chrome, Android',
    network: '2001:db8:4f1::',
    signedInAt: before(12, 3 * millisecondsInHour),
    lastUsedAt: before(9),
  }
  const laptop: PastDevice = {
    name: 'Safari, Mac',
    network: '203.0.113.x',
    signedInAt: before(96),
    lastUsedAt: before(17),
  }
  const replacedAt = before(6, 3 * millisecondsInHour)
  return {
    devices: [app, computer, tablet, laptop],
    events: [
      ...[app, computer, tablet, laptop].map(device => ({
        kind: 'sign-in.new-device' as const,
        at: device.signedInAt,
        device,
      })),
      { kind: 'email.change-requested', at: before(6, 4 * millisecondsInHour), device: computer },
      { kind: 'email.changed', at: replacedAt, device: computer, detail: { formerEmail: FORMER_EMAIL } },
    ],
    formerEmail: { email: FORMER_EMAIL, replacedAt },
  }
}

/** Two devices, and events of a month; those of SFTP keys and callbacks are recorded with them. */
function planBusiness(now: Date): PastSecurity {
  const before = (days: number, more = 0) => new Date(now.getTime() - days * millisecondsInDay - more)
  const office: PastDevice = {
    name: 'Edge, Windows',
    network: '203.0.113.x',
    signedInAt: before(29),
    lastUsedAt: before(0, 3 * millisecondsInHour),
  }
  const phone: PastDevice = {
    name: 'Safari, iPhone',
    network: '198.51.100.x',
    signedInAt: before(21),
    lastUsedAt: before(1, 2 * millisecondsInHour),
  }
  return {
    devices: [office, phone],
    events: [
      { kind: 'sign-in.new-device', at: office.signedInAt, device: office },
      { kind: 'api-key.new-network', at: before(26), network: office.network, detail: { name: 'ERP live' } },
      { kind: 'sign-in.new-device', at: phone.signedInAt, device: phone },
      {
        kind: 'api-key.replaced',
        at: before(0, 12 * millisecondsInHour),
        device: office,
        detail: { name: 'ERP live' },
      },
    ],
  }
}
