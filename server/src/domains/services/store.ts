import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import type { TimePosition } from '../../http/cursor.ts'
import type { RetailerRefusalsTable, RetailerStatesTable, ServiceTokensTable } from './tables.ts'

/** Adds to the number of originals that a token read on a day. */
export async function addOriginalReads(
  db: Reader,
  { token, service, day, count }: { token: string; service: string; day: string; count: number },
): Promise<void> {
  await db
    .insertInto('service_reads')
    .values({ token, service, day, originals: count })
    .onConflict(oc =>
      oc.columns(['token', 'day']).doUpdateSet({
        originals: sql<number>`service_reads.originals + excluded.originals`,
      }),
    )
    .execute()
}

export interface ReadsOfService {
  service: string
  /** Originals of the day. */
  today: number
  /** Mean of the days before on which it read any; 0 without such days. */
  mean: number
}

/** Sums what each service read on the day, and its mean on the days from `since` on before it. */
export async function sumOriginalReads(
  db: Reader,
  { day, since }: { day: string; since: string },
): Promise<ReadsOfService[]> {
  const { rows } = await sql<ReadsOfService>`
    select service,
      coalesce(sum(originals) filter (where day = ${day}), 0)::float8 as today,
      coalesce(sum(originals) filter (where day < ${day}), 0)::float8
        / greatest(1, count(distinct day) filter (where day < ${day})) as mean
    from service_reads where day >= ${since} and day <= ${day} group by service`.execute(db)
  return rows
}

export type RefusalRow = Selectable<RetailerRefusalsTable>

/** Stores a refusal in place of the one before of the same call, and counts it. */
export async function upsertRefusal(
  db: Reader,
  { fields, last_at, ...columns }: Omit<RefusalRow, 'count' | 'first_at'>,
): Promise<void> {
  const { service: _service, method: _method, path: _path, ...changes } = columns
  const values = { ...changes, last_at, fields: JSON.stringify(fields) }
  await db
    .insertInto('retailer_refusals')
    .values({ ...columns, last_at, fields: values.fields, count: 1, first_at: last_at })
    .onConflict(oc =>
      oc
        .columns(['service', 'method', 'path'])
        .doUpdateSet({ ...values, count: sql<number>`retailer_refusals.count + 1` }),
    )
    .execute()
}

/** Lists refusals of calls whose paths have one of these codes, since an instant. */
export const listRefusalsOf = (db: Reader, codes: readonly string[], since: Date): Promise<RefusalRow[]> =>
  db
    .selectFrom('retailer_refusals')
    .selectAll()
    .where('last_at', '>', since)
    .where(
      sql<SqlBool>`exists (select from unnest(${codes.map(encodeURIComponent)}::text[]) code
        where position('/' || code || '/' in path || '/') > 0)`,
    )
    .execute()

/** Lists refusals of tokens that were for no other vendors than these; null: of all. The newest first. */
export const listRefusals = (
  db: Reader,
  { vendors, since, limit }: { vendors: readonly string[] | null; since: Date | undefined; limit: number },
): Promise<RefusalRow[]> =>
  db
    .selectFrom('retailer_refusals')
    .selectAll()
    .$if(vendors !== null, q => q.where(sql<SqlBool>`vendors <@ ${vendors}::text[]`))
    .$if(since !== undefined, q => q.where('last_at', '>=', since!))
    .orderBy('last_at', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()

export type StateRow = Selectable<RetailerStatesTable>

export type StateKey = Pick<StateRow, 'kind' | 'key'>

/** Query fragment: states of a kind that exist for a token of these vendors; null: of all. */
const selectStates = (db: Reader, kind: string, vendors: readonly string[] | null) =>
  db
    .selectFrom('retailer_states')
    .where('kind', '=', kind)
    .$if(vendors !== null, q => q.where(sql<SqlBool>`(vendors is null or vendors && ${vendors}::text[])`))

export function findState(
  db: Reader,
  { kind, key }: StateKey,
  vendors: readonly string[] | null,
): Promise<StateRow | undefined> {
  return selectStates(db, kind, vendors).selectAll().where('key', '=', key).executeTakeFirst()
}

export type ListedState = Pick<StateRow, 'key' | 'version' | 'hash' | 'stored_at'>

/** Lists a page of the states of a kind that were stored at or after `since`, in the order of time and key. */
export function listStates(
  db: Reader,
  kind: string,
  {
    vendors,
    since,
    after,
    limit,
  }: {
    vendors: readonly string[] | null
    since: Date | undefined
    after: TimePosition | undefined
    limit: number
  },
): Promise<ListedState[]> {
  return selectStates(db, kind, vendors)
    .select(['key', 'version', 'hash', 'stored_at'])
    .$if(since !== undefined, q => q.where('stored_at', '>=', since!))
    .$if(after !== undefined, q => q.where(sql<SqlBool>`(stored_at, key) > (${after!.at}, ${after!.id})`))
    .orderBy('stored_at')
    .orderBy('key')
    .limit(limit)
    .execute()
}

export async function deleteStates(tx: Tx, kind: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.db
    .deleteFrom('retailer_states')
    .where('kind', '=', kind)
    .where(sql<SqlBool>`key = any(${keys}::text[])`)
    .execute()
}

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
