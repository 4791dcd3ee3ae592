import { z } from 'zod'
import { SECURITY_EVENT_KINDS } from '#contract/journal.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { lockActiveCustomer } from '#server/domains/customers/index.ts'
import { storeFormerEmail } from '#server/domains/identity/former-emails/former-emails.ts'
import { hashSecret } from '#server/domains/identity/hash.ts'
import { CLIENT_ID } from '#server/domains/identity/provider/client.ts'
import { toDeviceRow } from '#server/domains/identity/provider/sign-ins.ts'
import { hasDevice, upsertDevice } from '#server/domains/identity/store/devices.ts'
import { upsertRecord } from '#server/domains/identity/store/oidc-records.ts'
import { record } from '#server/domains/journal/index.ts'
import security from './security.json' with { type: 'json' }
import { atTime, createStep, subtract } from './steps.ts'

/** How long ago something happened. */
const ago = z.strictObject({ days: z.int(), hours: z.int(), minutes: z.int() }).partial()

/** A device that was reported as new when it signed in; `clientId`: that of an app. */
const pastDevice = z.strictObject({
  /** Its browser and system. */
  name: z.string(),
  /** Its shortened address. */
  network: z.string(),
  signedIn: ago,
  lastUsed: ago,
  clientId: z.string().default(CLIENT_ID),
})

/** What happened to an account before its server was started; what SFTP keys and callbacks bring about is recorded with them. */
const pastSecurity = z.strictObject({
  devices: z.array(pastDevice),
  events: z.array(
    z.strictObject({
      kind: z.enum(SECURITY_EVENT_KINDS),
      ago,
      /** The index of the device that did it, or the network of an API key. */
      by: z.union([z.int(), z.string()]),
      detail: z.record(z.string(), z.string()).default({}),
    }),
  ),
  /** The address that the present one has replaced, and when. */
  formerEmail: z.strictObject({ email: z.string(), ago }).optional(),
})

/**
 * Adds what happened to the demo's consumer and business before the start: devices, security events, a former email address.
 * No tokens are kept and no mail is sent. Adds all or nothing; idempotent.
 */
export const seedDemoSecurity = createStep(
  'security',
  ['demo@keepsake.test', 'studio@keepsake.test'],
  async (ctx, { account_id: accountId, business }) => {
    const past = pastSecurity.parse(security[business ? 'studio@keepsake.test' : 'demo@keepsake.test'])
    const { devices, events, formerEmail } = past
    const now = ctx.clock.now()
    const signIns = devices.map(({ signedIn }, by) => {
      return { kind: 'sign-in.new-device' as const, ago: signedIn, by, detail: {} }
    })
    await change(ctx, async tx => {
      const customer = await lockActiveCustomer(tx, accountId)
      const grantIds = devices.map((_, i) => hashSecret(`past device ${i} of ${accountId}`))
      if (await hasDevice(tx.db, accountId, grantIds[0]!)) return
      for (const [i, device] of devices.entries())
        await insertDevice(ctx, tx, accountId, grantIds[i]!, device)
      for (const { kind, ago, by, detail } of [...signIns, ...events]) {
        const device = typeof by === 'number' ? devices[by] : undefined
        await record(ctx, tx, {
          accountId,
          kind,
          at: subtract(now, ago),
          by:
            typeof by === 'number'
              ? { type: 'device', id: grantIds[by]!, deviceName: device!.name, network: device!.network }
              : { type: 'key', network: by },
          detail,
        })
      }
      if (!formerEmail) return
      const { email, ago } = formerEmail
      const replaced = { newEmail: customer.email, isLost: false }
      await storeFormerEmail(atTime(ctx, subtract(now, ago)), tx, { ...customer, email }, replaced)
    })
    return true
  },
)

/** Milliseconds for which a device that is not used stays signed in. */
const SESSION_MS = 30 * 86_400_000

async function insertDevice(
  ctx: Context,
  tx: Tx,
  accountId: string,
  grantId: string,
  { name, network, signedIn, lastUsed, clientId }: z.output<typeof pastDevice>,
): Promise<void> {
  const authTime = subtract(ctx.clock.now(), signedIn)
  const lastUsedAt = subtract(ctx.clock.now(), lastUsed)
  const grant = { accountId, clientId, kind: 'Grant', iat: Math.floor(authTime.getTime() / 1000) }
  await upsertRecord(tx.db, {
    kind: 'Grant',
    id: grantId,
    account_id: accountId,
    grant_id: grantId,
    uid: null,
    user_code: null,
    payload: JSON.stringify(grant),
    expires_at: new Date(lastUsedAt.getTime() + SESSION_MS),
  })
  const signIn = { accountId, grantId, clientId, authTime, methods: ['pwd'], deviceName: name, network }
  const device = toDeviceRow(atTime(ctx, authTime), signIn)
  await upsertDevice(tx.db, { ...device, last_used_at: lastUsedAt })
}
