import { randomUUID } from 'node:crypto'
import type { SecurityEventKind } from '#contract/security.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { type Customer, lockActiveCustomer } from '../customers/index.ts'
import { storeFormerEmail } from './former-emails/former-emails.ts'
import { hashSecret } from './hash.ts'
import { CLIENT_ID } from './provider/client.ts'
import { insertSecurityEvent } from './security-events/store.ts'
import { toDeviceRow } from './session/devices.ts'
import { hasDevice, setLastUse, upsertDevice } from './store/devices.ts'
import { upsertRecord } from './store/oidc-records.ts'

/** What happened to an account before its server was started. */
export interface PastSecurity {
  devices: readonly PastDevice[]
  events: readonly PastEvent[]
  /** The address that the present one has replaced, and when. */
  formerEmail?: { email: string; replacedAt: Date }
}

export interface PastDevice {
  /** The id of an app's client; the web's by default. */
  app?: string
  /** Browser and system, 'Firefox, Windows'. */
  name: string
  /** Shortened address. */
  network: string
  signedInAt: Date
  lastUsedAt: Date
}

export interface PastEvent {
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
 * Stores devices, security events and a former address of the past, for demos: nobody has the devices' tokens, and nothing is
 * mailed. Stores all or none, and none a second time.
 */
export async function storePastSecurity(
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
