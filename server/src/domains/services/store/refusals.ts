import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import type { RetailerRefusalsTable } from '../tables.ts'

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
