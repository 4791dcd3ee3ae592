import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { greaterThan, listColumns, listFirstRows, updateRows } from '../../../platform/db/rows.ts'
import type { MailTokensTable } from '../tables.ts'

/** Marks the token as used and deletes its payload unless it is kept; false when it is used, expired or unknown. */
export async function setMailTokenUsed(
  tx: Tx,
  tokenHash: string,
  { purpose, now, keepPayload }: { purpose: string; now: Date; keepPayload: boolean },
): Promise<boolean> {
  const key = { token_hash: tokenHash, purpose, used_at: null, expires_at: greaterThan(now) }
  return (
    (await updateRows(tx.db, 'mail_tokens', key, {
      used_at: now,
      ...(keepPayload ? {} : { payload: null }),
    })) > 0
  )
}

/** Marks all unused tokens of the account as used and deletes their payloads, except those of these purposes. */
export async function setMailTokensOfAccountUsed(
  tx: Tx,
  accountId: string,
  now: Date,
  exceptPurposes: readonly string[],
): Promise<void> {
  await tx.db
    .updateTable('mail_tokens')
    .set({ used_at: now, payload: null })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('purpose', 'not in', exceptPurposes)
    .execute()
}

/** Marks the account's unused tokens of the purpose as used; their payloads stay until they expire. False where none could be used. */
export async function endMailTokens(tx: Tx, accountId: string, purpose: string, now: Date): Promise<boolean> {
  const key = { account_id: accountId, purpose, used_at: null, expires_at: greaterThan(now) }
  return (await updateRows(tx.db, 'mail_tokens', key, { used_at: now })) > 0
}

/**
 * Marks the account's unused tokens of these purposes as used, except those that were mailed to these addresses; their payloads
 * stay until they expire.
 */
export async function endMailTokensExceptTo(
  tx: Tx,
  accountId: string,
  purposes: readonly string[],
  { exceptTo, now }: { exceptTo: readonly string[]; now: Date },
): Promise<void> {
  await tx.db
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where(sql<SqlBool>`not (payload ->> 'email' = any(${exceptTo}::text[]))`)
    .execute()
}

/** Moves the end of the account's tokens of these purposes that can be used to that instant, unless it is later. */
export async function extendMailTokens(
  tx: Tx,
  accountId: string,
  purposes: readonly string[],
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  await tx.db
    .updateTable('mail_tokens')
    .set({ expires_at: until })
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<', until)
    .execute()
}

/** Finds the account's newest token of the purpose that can be used. */
export async function findUsableMailToken(
  db: Reader,
  accountId: string,
  purpose: string,
  now: Date,
): Promise<Selectable<MailTokensTable> | undefined> {
  const key = { account_id: accountId, purpose, used_at: null, expires_at: greaterThan(now) }
  const [token] = await listFirstRows(db, 'mail_tokens', key, 1, 'created_at desc')
  return token
}

/** Lists tokens of the account that can be used, newest first. */
export function listUsableMailTokens(db: Reader, accountId: string, now: Date) {
  const key = { account_id: accountId, used_at: null, expires_at: greaterThan(now) }
  const columns = ['token_hash', 'purpose', 'created_at', 'expires_at'] as const
  return listColumns(db, 'mail_tokens', key, columns, 'created_at desc')
}

/** Marks these unused tokens of the account as used and deletes their payloads. */
export async function setMailTokensUsed(
  tx: Tx,
  accountId: string,
  tokenHashes: readonly string[],
  now: Date,
): Promise<void> {
  if (tokenHashes.length === 0) return
  await updateRows(
    tx.db,
    'mail_tokens',
    { account_id: accountId, token_hash: tokenHashes, used_at: null },
    { used_at: now, payload: null },
  )
}
