import type { Context } from '#server/context.ts'
import { addSftpKey, listSftpKeys, recordSftpUse } from '#server/domains/sftp-access/index.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { isStepDone, markStepDone } from './marks.ts'

const DAY = 86_400_000
/** Public keys whose private ones are not kept. */
const KEYS = [
  {
    name: 'erp01',
    daysAgo: 40,
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBsltHhQrA4nsyUoNaaBDVY5YQqiLSFhD30o3pz++zTJ erp@erp01',
  },
  {
    name: 'Mira’s laptop',
    daysAgo: 15,
    publicKey:
      'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAD04kgNdrs9BLdXLvJcFl7M1jrhi6juClYY3885UA7hPDHnOoD06OpuaO38GXlRHlcU9d83CKSWqcTKYTvAEY8KbgBsT8N5fMaQrk9MNqt99247uAR+HhI4y75P8CRGmE75QK1+jMZij3Ck+5Q6GEev5EoqmzLOI4DxL9s2QUQRQ+RBpQ== mira@laptop',
  },
]
/** Milliseconds since the system of the studio last signed in. */
const SINCE_USE = 7 * 3_600_000
const NETWORK = '203.0.113.x'

/** Adds two SFTP keys to the demo's business, once: one that its system uses, and one that is not used yet. */
export async function seedDemoSftpKeys(ctx: Context): Promise<void> {
  if (isStepDone(ctx, 'sftp-keys')) return
  const studio = await findDemoCustomer(ctx, DEMO_SIGN_INS[2])
  if (!studio || studio.business_status === 'Blocked') return
  const { account_id: accountId } = studio
  // An interrupted start has added some of them.
  const names = (await listSftpKeys(ctx.db, accountId)).map(({ name }) => name)
  for (const { name, daysAgo, publicKey } of KEYS.filter(key => !names.includes(key.name))) {
    const actor = { grantId: null, deviceName: 'Chrome, Windows', network: NETWORK }
    await addSftpKey(atPast(ctx, daysAgo * DAY), accountId, { name, publicKey }, actor)
  }
  const used = (await listSftpKeys(ctx.db, accountId)).find(({ name }) => name === KEYS[0]!.name)!
  const credential = { kind: 'key' as const, keyId: used.key_id, name: used.name }
  await recordSftpUse(atPast(ctx, SINCE_USE), { accountId, credential, uses: used }, NETWORK)
  await markStepDone(ctx, 'sftp-keys')
}

/** A context whose time is that many milliseconds ago. */
const atPast = (ctx: Context, ago: number): Context => ({
  ...ctx,
  clock: { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() - ago) },
})
