import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { greaterThan, updateRow } from '../../../platform/db/rows.ts'
import type { ServiceTokensTable } from '../tables.ts'

export type ServiceTokenRow = Selectable<ServiceTokensTable>

/** Finds the token with this hash, unless it has ended. */
export function findValidToken(db: Reader, hash: string, now: Date): Promise<ServiceTokenRow | undefined> {
  return selectValidTokens(db, now).where('token_hash', '=', hash).executeTakeFirst()
}

/** Lists the tokens that have not ended, those that end first before others. */
export function listValidTokens(db: Reader, now: Date): Promise<ServiceTokenRow[]> {
  return selectValidTokens(db, now).orderBy('expires_at').orderBy('token_id').execute()
}

/** Locks the valid tokens of a service, the newest first. */
export function lockTokensOfService(tx: Tx, name: string, now: Date): Promise<ServiceTokenRow[]> {
  return selectValidTokens(tx.db, now)
    .where('name', '=', name)
    .orderBy('created_at', 'desc')
    .forUpdate()
    .execute()
}

const selectValidTokens = (db: Reader, now: Date) =>
  db.selectFrom('service_tokens').selectAll().where('ended_at', 'is', null).where('expires_at', '>', now)

/** Lists all tokens, ended ones included, by name and age. */
export function listTokens(db: Reader): Promise<ServiceTokenRow[]> {
  return db.selectFrom('service_tokens').selectAll().orderBy('name').orderBy('created_at').execute()
}

/** Ends a token; undefined when there is no such token, or it has ended. */
export function endToken(tx: Tx, tokenId: string, now: Date): Promise<ServiceTokenRow | undefined> {
  return updateRow(
    tx.db,
    'service_tokens',
    { token_id: tokenId, ended_at: null, expires_at: greaterThan(now) },
    { ended_at: now },
  )
}

export async function setLastUse(db: Reader, tokenId: string, now: Date): Promise<void> {
  await db
    .updateTable('service_tokens')
    .set({ last_used_at: now })
    .where('token_id', '=', tokenId)
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', now)]))
    .execute()
}

/** Reads the end of the last token of each service that ends after `since`. */
export function listEndsOfServices(db: Reader, since: Date): Promise<{ name: string; end: Date }[]> {
  return db
    .selectFrom('service_tokens')
    .select(['name', sql<Date>`max(expires_at)`.as('end')])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', since)
    .groupBy('name')
    .execute()
}
