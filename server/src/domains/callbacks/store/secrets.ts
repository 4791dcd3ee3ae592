import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { upsertRow } from '../../../platform/db/rows.ts'
import type { CallbackSecretsTable } from '../tables.ts'

const COLUMNS = [
  'account_id',
  'endpoint_id',
  'secret_id',
  'encrypted',
  'hint',
  'created_at',
  'expires_at',
  'shown',
] as const

export type SigningSecret = Pick<Selectable<CallbackSecretsTable>, (typeof COLUMNS)[number]>

/** Lists the secrets of these endpoints that sign at an instant, the newest first. */
export function listSecrets(db: Reader, endpointIds: readonly string[], now: Date): Promise<SigningSecret[]> {
  return db
    .selectFrom('callback_secrets')
    .select(COLUMNS)
    .where(sql<SqlBool>`endpoint_id = any(${endpointIds}::text[])`)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('seq', 'desc')
    .execute()
}

/** Replaces the secrets of an endpoint by these, the newest first. Called under the lock of its row in `callbacks`. */
export async function replaceSecrets(
  tx: Tx,
  endpointId: string,
  rows: readonly SigningSecret[],
): Promise<void> {
  if (rows.length === 0) throw new Error('An endpoint has a secret')
  const ids = rows.map(({ secret_id }) => secret_id)
  await tx.db
    .deleteFrom('callback_secrets')
    .where('endpoint_id', '=', endpointId)
    .where(sql<SqlBool>`secret_id <> all(${ids}::text[])`)
    .execute()
  for (const row of rows.toReversed()) {
    const { encrypted, expires_at, shown } = row
    await upsertRow(tx.db, 'callback_secrets', ['endpoint_id', 'secret_id'], row, {
      encrypted,
      expires_at,
      shown,
    })
  }
}
