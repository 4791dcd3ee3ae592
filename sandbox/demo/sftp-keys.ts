import { addSftpKey, listSftpKeys, recordSftpUse } from '#server/domains/sftp-access/index.ts'
import keys from './sftp-keys.json' with { type: 'json' }
import { atTime, createStep, subtract } from './steps.ts'

const NETWORK = '203.0.113.x'

/**
 * Adds two SFTP keys, whose private ones are not kept, to the demo's business: one that its system used some hours ago, and one
 * that is not used yet.
 */
export const seedDemoSftpKeys = createStep(
  'sftp-keys',
  ['studio@keepsake.test'],
  async (ctx, { account_id: accountId }) => {
    const now = ctx.clock.now()
    // An interrupted start has added some of them.
    const names = (await listSftpKeys(ctx.db, accountId)).map(({ name }) => name)
    for (const { name, daysAgo, publicKey } of keys.filter(key => !names.includes(key.name))) {
      const author = { accountId, grantId: null }
      await addSftpKey(atTime(ctx, subtract(now, { days: daysAgo })), author, { name, publicKey })
    }
    const used = (await listSftpKeys(ctx.db, accountId)).find(({ name }) => name === keys[0]!.name)!
    const credential = { kind: 'key' as const, keyId: used.key_id, name: used.name }
    const past = atTime(ctx, subtract(now, { hours: 7 }))
    await recordSftpUse(past, { accountId, credential, uses: used }, NETWORK)
    return true
  },
)
