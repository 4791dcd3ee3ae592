import { randomUUID } from 'node:crypto'
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import type { SecurityEventKind } from '#contract/security.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { type Customer, lockActiveCustomer } from '#server/domains/customers/index.ts'
import { storeFormerEmail } from '#server/domains/identity/former-emails/former-emails.ts'
import { hashSecret } from '#server/domains/identity/hash.ts'
import { CLIENT_ID } from '#server/domains/identity/provider/client.ts'
import { insertSecurityEvent } from '#server/domains/identity/security-events/store.ts'
import { toDeviceRow } from '#server/domains/identity/session/devices.ts'
import { hasDevice, setLastUse, upsertDevice } from '#server/domains/identity/store/devices.ts'
import { upsertRecord } from '#server/domains/identity/store/oidc-records.ts'
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

/** What happened to an account before its server was started. */
interface PastSecurity {
  devices: readonly PastDevice[]
  events: readonly PastEvent[]
  /** The address that the present one has replaced, and when. */
  formerEmail?: { email: string; replacedAt: Date }
}

interface PastDevice {
  /** The id of an app's client; the web's by default. */
  app?: string
  /** Browser and system, 'Firefox, Windows'. */
  name: string
  /** Shortened address. */
  network: string
  signedInAt: Date
  lastUsedAt: Date
}

interface PastEvent {
  kind: SecurityEventKind
  at: Date
  /** One of the devices, if one of them did it. */
  device?: PastDevice
  /** Shortened address; by default that of the device. */
  network?: string
  detail?: Readonly<Record<string, string>>
}

/** Milliseconds for which a device that is not used stays signed in. */
const SESSION_MS = 30 * 86_400_000

/**
 * Stores devices, security events and a former address of the past: nobody has the devices' tokens, and nothing is
 * mailed. Stores all or none, and none a second time.
 */
async function storePastSecurity(
  ctx: Context,
  accountId: string,
  { devices, events, formerEmail }: PastSecurity,
): Promise<void> {
  await change(ctx, async tx => {
    const customer = await lockActiveCustomer(tx, accountId)
    const grantIds = devices.map((_, i) => hashSecret(`past device ${i} of ${accountId}`))
    if (await hasDevice(tx.db, accountId, grantIds[0]!)) return
    for (const [i, device] of devices.entries()) await insertDevice(ctx, tx, accountId, grantIds[i]!, device)
    for (const { kind, at, device, network, detail = {} } of events)
      await insertSecurityEvent(tx, {
        account_id: accountId,
        event_id: randomUUID(),
        kind,
        at,
        grant_id: device ? grantIds[devices.indexOf(device)]! : null,
        device_name: device?.name ?? null,
        network: network ?? device?.network ?? null,
        detail: JSON.stringify(detail),
        summary_due_at: null,
      })
    if (formerEmail) await insertFormerEmail(ctx, tx, customer, formerEmail)
  })
}

async function insertDevice(
  ctx: Context,
  tx: Tx,
  accountId: string,
  grantId: string,
  { app: clientId = CLIENT_ID, name, network, signedInAt, lastUsedAt }: PastDevice,
): Promise<void> {
  const expiresAt = new Date(lastUsedAt.getTime() + SESSION_MS)
  await upsertRecord(tx.db, {
    kind: 'Grant',
    id: grantId,
    account_id: accountId,
    grant_id: grantId,
    uid: null,
    user_code: null,
    payload: JSON.stringify({ accountId, clientId, kind: 'Grant', iat: toSeconds(signedInAt) }),
    expires_at: expiresAt,
  })
  const signIn = {
    accountId,
    grantId,
    clientId,
    authTime: signedInAt,
    methods: ['pwd'],
    deviceName: name,
    network,
  }
  await upsertDevice(tx.db, toDeviceRow(atTime(ctx, signedInAt), signIn))
  await setLastUse(tx.db, { accountId, grantId }, { at: lastUsedAt, label: name, network })
}

const insertFormerEmail = (
  ctx: Context,
  tx: Tx,
  customer: Customer,
  { email, replacedAt }: { email: string; replacedAt: Date },
): Promise<void> =>
  storeFormerEmail(
    atTime(ctx, replacedAt),
    tx,
    { ...customer, email },
    { newEmail: customer.email, isLost: false },
  )

const atTime = (ctx: Context, at: Date): Context => ({ ...ctx, clock: { now: () => at } })

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)
