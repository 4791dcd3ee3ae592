import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { ACCESS_END, upsertRecord } from './oidc-records.ts'

/** Longer than any sign-in that is in progress, whose interaction lives an hour. */
const LIFETIME_MS = 2 * 3_600_000

/** Records that sessions of the account end: sign-ins that began before are refused. Called under the lock of the customer. */
export function recordAccessEnd(tx: Tx, accountId: string, now: Date): Promise<void> {
  return upsertRecord(tx.db, {
    kind: ACCESS_END,
    id: accountId,
    account_id: accountId,
    payload: JSON.stringify({ end: randomUUID() }),
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  })
}

/** Finds the id of the latest end; null where none is recorded. */
export async function findAccessEnd(db: Reader, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('oidc_records')
    .select(sql<string>`payload ->> 'end'`.as('end'))
    .where('kind', '=', ACCESS_END)
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.end ?? null
}
