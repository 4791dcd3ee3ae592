import { addSftpKey, listSftpKeys, recordSftpUse } from '#server/domains/sftp-access/index.ts'
import { createStep } from './marks.ts'
import { atTime, subtract } from './past.ts'

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
const NETWORK = '203.0.113.x'

/** Adds two SFTP keys to the demo's business: one that its system used some hours ago, and one that is not used yet. */
export const seedDemoSftpKeys = createStep(
  'sftp-keys',
  'studio@keepsake.test',
  async (ctx, { account_id: accountId }) => {
    const now = ctx.clock.now()
    // An interrupted start has added some of them.
    const names = (await listSftpKeys(ctx.db, accountId)).map(({ name }) => name)
    for (const { name, daysAgo, publicKey } of KEYS.filter(key => !names.includes(key.name))) {
      const actor = { accountId, grantId: null, deviceName: 'Chrome, Windows', network: NETWORK }
      await addSftpKey(atTime(ctx, subtract(now, { days: daysAgo })), actor, { name, publicKey })
    }
    const used = (await listSftpKeys(ctx.db, accountId)).find(({ name }) => name === KEYS[0]!.name)!
    const credential = { kind: 'key' as const, keyId: used.key_id, name: used.name }
    const past = atTime(ctx, subtract(now, { hours: 7 }))
    await recordSftpUse(past, { accountId, credential, uses: used }, NETWORK)
    return true
  },
)
