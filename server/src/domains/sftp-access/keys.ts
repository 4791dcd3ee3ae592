import { randomUUID } from 'node:crypto'
import { parseSshPublicKey } from '#contract/input/ssh-public-key.ts'
import { SFTP_KEYS_MAX, type SftpKey } from '#contract/sftp-access.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type AccessAuthor, lockForNewAccess, recordSecurityEvent } from '../identity/index.ts'
import { record } from '../journal/index.ts'
import { publishAccessChange } from './access-changes.ts'
import { requireUnblocked } from './entitlement.ts'
import { toFingerprint } from './fingerprint.ts'
import { deleteKeys, insertKey, type KeyRow, listKeys } from './store.ts'
import { assignUserName } from './user-names.ts'

/**
 * Adds a public key of the account. Throws bad-request for a text that is no accepted key, conflict for a key or a number
 * of keys that the account has already and for a blocked account, not-found for a closed one, unauthorized for a session that has ended.
 */
export async function addKey(
  ctx: Context,
  author: AccessAuthor,
  { name, publicKey }: { name: string; publicKey: string },
): Promise<SftpKey> {
  const { accountId } = author
  const key = parseSshPublicKey(publicKey)
  if (typeof key === 'string')
    throw new Failure('bad-request', 'Not valid: publicKey', { fields: { publicKey: key } })
  const { type, bits, blob } = key
  const fingerprint = toFingerprint(Buffer.from(blob, 'base64'))
  return change(ctx, async tx => {
    requireUnblocked(await lockForNewAccess(tx, author))
    const keys = await listKeys(tx.db, accountId)
    if (keys.some(each => each.blob === blob))
      throw new Failure('conflict', 'The account has this key', { reason: 'key-in-use' })
    if (keys.length >= SFTP_KEYS_MAX)
      throw new Failure('conflict', 'The account has too many keys', { reason: 'too-many-keys' })
    const row = await insertKey(tx, {
      account_id: accountId,
      key_id: randomUUID(),
      ...{ name, blob, type, bits, fingerprint },
      created_at: ctx.clock.now(),
      networks: '[]',
    })
    await assignUserName(ctx, tx, accountId)
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'sftp.added', detail: { name, fingerprint } })
    return presentKey(row)
  })
}

/** Ends a key and its open connections; throws not-found for one that the account does not have. */
export async function deleteKey(ctx: Context, accountId: string, keyId: string): Promise<void> {
  await change(ctx, async tx => {
    if ((await deleteKeys(tx, accountId, [keyId])) === 0) throw notFound('SFTP key')
    await record(ctx, tx, { accountId, kind: 'access.removed', subject: keyId })
    await publishAccessChange(ctx, tx, accountId)
  })
}

export const presentKey = (row: KeyRow): SftpKey => ({
  id: row.key_id,
  name: row.name,
  type: row.type,
  bits: row.bits,
  fingerprint: row.fingerprint,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedFrom: row.last_used_from,
})
