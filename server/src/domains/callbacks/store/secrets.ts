import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { upsertRow } from '../../../platform/db/rows.ts'
import type { CallbackSecretsTable } from '../tables.ts'

const COLUMNS = ['account_id', 'secret_id', 'encrypted', 'hint', 'created_at', 'expires_at', 'shown'] as const

export type SigningSecret = Pick<Selectable<CallbackSecretsTable>, (typeof COLUMNS)[number]>

/** Lists the secrets of these accounts that sign at an instant, the newest first. */
export function listSecrets(db: Reader, accountIds: readonly string[], now: Date): Promise<SigningSecret[]> {
  return db
    .selectFrom('callback_secrets')
    .select(COLUMNS)
    .where(sql<SqlBool>`account_id = any(${accountIds}::text[])`)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('seq', 'desc')
    .execute()
}

/** Replaces the secrets of an account by these, the newest first. Called under the lock of the account's row in `callbacks`. */
export async function replaceSecrets(
  tx: Tx,
  accountId: string,
  rows: readonly SigningSecret[],
): Promise<void> {
  if (rows.length === 0) throw new Error('An endpoint has a secret')
  const ids = rows.map(({ secret_id }) => secret_id)
  await tx.db
    .deleteFrom('callback_secrets')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`secret_id <> all(${ids}::text[])`)
    .execute()
  for (const row of rows.toReversed()) {
    const { encrypted, expires_at, shown } = row
    await upsertRow(tx.db, 'callback_secrets', ['account_id', 'secret_id'], row, {
      encrypted,
      expires_at,
      shown,
    })
  }
}
