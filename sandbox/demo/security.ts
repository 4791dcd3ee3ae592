import { randomUUID } from 'node:crypto'
import type { SecurityEventKind } from '#contract/security.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { lockActiveCustomer } from '#server/domains/customers/index.ts'
import { storeFormerEmail } from '#server/domains/identity/former-emails/former-emails.ts'
import { hashSecret } from '#server/domains/identity/hash.ts'
import { CLIENT_ID } from '#server/domains/identity/provider/client.ts'
import { toDeviceRow } from '#server/domains/identity/provider/sign-ins.ts'
import { insertSecurityEvent } from '#server/domains/identity/security-events/store.ts'
import { hasDevice, setLastUse, upsertDevice } from '#server/domains/identity/store/devices.ts'
import { upsertRecord } from '#server/domains/identity/store/oidc-records.ts'
import { findDemoCustomer } from './customers.ts'
import { isStepDone, markStepDone } from './marks.ts'
import { atTime, subtract } from './past.ts'

/** The address that the demo's consumer had before. */
export const FORMER_EMAIL = 'anna.keller@oldmail.test'

/**
 * Adds what happened to the accounts of the demo's consumer and business before: devices that are signed in, security events,
 * and another address of the consumer, once.
 */
export async function seedDemoSecurity(ctx: Context): Promise<void> {
  if (isStepDone(ctx, 'security')) return
  for (const [email, past] of [
    ['demo@keepsake.test', CONSUMER],
    ['studio@keepsake.test', BUSINESS],
  ] as const) {
    const customer = await findDemoCustomer(ctx, email)
    if (customer && !customer.deleted_at) await storePastSecurity(ctx, customer.account_id, past)
  }
  await markStepDone(ctx, 'security')
}

/** How long ago something happened. */
type Ago = Parameters<typeof subtract>[1]

/** What happened to an account before its server was started. */
interface PastSecurity {
  /** Each was reported as new when it signed in. */
  devices: readonly PastDevice[]
  events: readonly {
    kind: SecurityEventKind
    ago: Ago
    /** The index of the device that did it, or the network of an API key. */
    by: number | string
    detail?: Readonly<Record<string, string>>
  }[]
  /** The address that the present one has replaced, and when. */
  formerEmail?: { email: string; ago: Ago }
}

/** A device with its browser and system, its shortened address, its sign-in and last use, and the client of an app. */
type PastDevice = [name: string, network: string, signedIn: Ago, lastUsed: Ago, app?: string]

/** Four devices in different networks, one of them with the app, and a new address of six days ago. */
const CONSUMER: PastSecurity = {
  devices: [
    ['Safari, iPhone', '198.51.100.x', { days: 25 }, { minutes: 35 }, 'keepsake-ios'],
    ['Firefox, Windows', '192.0.2.x', { days: 58 }, { hours: 5 }],
    ['Chrome, Android', '2001:db8:4f1::', { days: 12, hours: 3 }, { days: 9 }],
    ['Safari, Mac', '203.0.113.x', { days: 96 }, { days: 17 }],
  ],
  events: [
    { kind: 'email.change-requested', ago: { days: 6, hours: 4 }, by: 1 },
    { kind: 'email.changed', ago: { days: 6, hours: 3 }, by: 1, detail: { formerEmail: FORMER_EMAIL } },
  ],
  formerEmail: { email: FORMER_EMAIL, ago: { days: 6, hours: 3 } },
}

/** Two devices, and events of a month; those of SFTP keys and callbacks are recorded with them. */
const BUSINESS: PastSecurity = {
  devices: [
    ['Edge, Windows', '203.0.113.x', { days: 29 }, { hours: 3 }],
    ['Safari, iPhone', '198.51.100.x', { days: 21 }, { days: 1, hours: 2 }],
  ],
  events: [
    { kind: 'api-key.new-network', ago: { days: 26 }, by: '203.0.113.x', detail: { name: 'ERP live' } },
    { kind: 'api-key.replaced', ago: { hours: 12 }, by: 0, detail: { name: 'ERP live' } },
  ],
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
  const now = ctx.clock.now()
  const signIns = devices.map(([, , ago], by) => ({ kind: 'sign-in.new-device' as const, ago, by }))
  await change(ctx, async tx => {
    const customer = await lockActiveCustomer(tx, accountId)
    const grantIds = devices.map((_, i) => hashSecret(`past device ${i} of ${accountId}`))
    if (await hasDevice(tx.db, accountId, grantIds[0]!)) return
    for (const [i, device] of devices.entries()) await insertDevice(ctx, tx, accountId, grantIds[i]!, device)
    for (const { kind, ago, by, detail = {} } of [...signIns, ...events] as PastSecurity['events']) {
      const device = typeof by === 'number' ? devices[by] : undefined
      await insertSecurityEvent(tx, {
        account_id: accountId,
        event_id: randomUUID(),
        kind,
        at: subtract(now, ago),
        grant_id: typeof by === 'number' ? grantIds[by]! : null,
        device_name: device?.[0] ?? null,
        network: device?.[1] ?? String(by),
        detail: JSON.stringify(detail),
        summary_due_at: null,
      })
    }
    if (!formerEmail) return
    const { email, ago } = formerEmail
    const replaced = { newEmail: customer.email, isLost: false }
    await storeFormerEmail(atTime(ctx, subtract(now, ago)), tx, { ...customer, email }, replaced)
  })
}

async function insertDevice(
  ctx: Context,
  tx: Tx,
  accountId: string,
  grantId: string,
  [name, network, signedIn, lastUsed, clientId = CLIENT_ID]: PastDevice,
): Promise<void> {
  const authTime = subtract(ctx.clock.now(), signedIn)
  const lastUsedAt = subtract(ctx.clock.now(), lastUsed)
  await upsertRecord(tx.db, {
    kind: 'Grant',
    id: grantId,
    account_id: accountId,
    grant_id: grantId,
    uid: null,
    user_code: null,
    payload: JSON.stringify({
      accountId,
      clientId,
      kind: 'Grant',
      iat: Math.floor(authTime.getTime() / 1000),
    }),
    expires_at: new Date(lastUsedAt.getTime() + SESSION_MS),
  })
  const signIn = { accountId, grantId, clientId, authTime, methods: ['pwd'], deviceName: name, network }
  await upsertDevice(tx.db, toDeviceRow(atTime(ctx, authTime), signIn))
  await setLastUse(tx.db, { accountId, grantId }, { at: lastUsedAt, label: name, network })
}
