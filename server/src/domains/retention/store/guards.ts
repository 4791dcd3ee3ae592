import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import type { RetentionGuardsTable } from '../tables.ts'

type Guard = Selectable<RetentionGuardsTable>
type GuardKey = Pick<Guard, 'brand_id' | 'phase' | 'day'>

export function findGuard(db: Reader, { brand_id, phase, day }: GuardKey) {
  return db
    .selectFrom('retention_guards')
    .select(['due', 'confirmed'])
    .where('brand_id', '=', brand_id)
    .where('phase', '=', phase)
    .where('day', '=', day)
    .executeTakeFirst()
}

/** Lists the guards of this day and of later days, the latest first. */
export function listGuardsSince(db: Reader, day: string): Promise<Guard[]> {
  return db
    .selectFrom('retention_guards')
    .selectAll()
    .where('day', '>=', day)
    .orderBy('day', 'desc')
    .execute()
}

/** Inserts a guard, or updates an existing one with `values`. */
export async function upsertGuard(
  tx: Tx,
  row: Insertable<RetentionGuardsTable>,
  values: Partial<Guard>,
): Promise<void> {
  await tx.db
    .insertInto('retention_guards')
    .values(row)
    .onConflict(oc => oc.columns(['brand_id', 'phase', 'day']).doUpdateSet(values))
    .execute()
}
