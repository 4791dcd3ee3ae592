import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, change } from '../../context.ts'
import { deleteRows, upsertRow } from '../../platform/db/rows.ts'
import { createMachineToken } from '../../platform/machine-tokens/machine-tokens.ts'
import { type AccessAuthor, lockForNewAccess, recordSecurityEvent } from '../identity/index.ts'
import { record } from '../journal/index.ts'
import { publishAccessChange } from './access-changes.ts'
import { requireUnblocked } from './entitlement.ts'
import { findPassword, type PasswordRow } from './store.ts'
import { assignUserName } from './user-names.ts'

/**
 * Creates or replaces the account's password and returns it; sessions of the previous password end. Throws conflict for
 * a blocked account, not-found for a closed one, unauthorized for a session that has ended.
 */
export async function createPassword(
  ctx: Context,
  author: AccessAuthor,
  environment: 'live' | 'test',
): Promise<string> {
  const { accountId } = author
  const { token } = createMachineToken('ksf', environment)
  await change(ctx, async tx => {
    requireUnblocked(await lockForNewAccess(tx, author))
    await upsertRow(tx.db, 'sftp_passwords', ['account_id'], {
      account_id: accountId,
      hash: hashPassword(token).toString('base64url'),
      created_at: ctx.clock.now(),
      last_used_at: null,
      last_used_from: null,
      networks: '[]',
    })
    await assignUserName(ctx, tx, accountId)
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'sftp.added' })
    await publishAccessChange(ctx, tx, accountId)
  })
  return token
}

/** Ends the account's password, if it has one, and its open connections. */
export async function endPassword(ctx: Context, accountId: string): Promise<void> {
  await change(ctx, async tx => {
    if ((await deleteRows(tx.db, 'sftp_passwords', { account_id: accountId })) === 0) return
    await record(ctx, tx, { accountId, kind: 'access.removed', subject: 'sftp-password' })
    await publishAccessChange(ctx, tx, accountId)
  })
}

/** Returns the stored row if the password matches it. Takes the same time for an account without a password. */
export async function matchPassword(
  ctx: Context,
  accountId: string,
  password: string,
): Promise<PasswordRow | undefined> {
  const row = await findPassword(ctx.db, accountId)
  const hash = hashPassword(password)
  const matches = timingSafeEqual(hash, row ? Buffer.from(row.hash, 'base64url') : UNKNOWN_HASH)
  return matches ? row : undefined
}

/** SHA-256: at least 192 random bits cannot be guessed, so that a fast hash suffices. */
const hashPassword = (password: string) => createHash('sha256').update(password).digest()

const UNKNOWN_HASH = Buffer.alloc(32)
