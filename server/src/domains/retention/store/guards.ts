import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { atLeast, findRow, listRows, upsertRow } from '../../../platform/db/rows.ts'
import type { RetentionGuardsTable } from '../tables.ts'

type Guard = Selectable<RetentionGuardsTable>
type GuardKey = Pick<Guard, 'brand_id' | 'phase' | 'day'>

export function findGuard(db: Reader, { brand_id, phase, day }: GuardKey) {
  return findRow(db, 'retention_guards', { brand_id, phase, day }, ['due', 'confirmed'])
}

/** Lists the guards of this day and of later days, the latest first. */
export function listGuardsSince(db: Reader, day: string): Promise<Guard[]> {
  return listRows(db, 'retention_guards', { day: atLeast(day) }, 'day desc')
}

/** Inserts a guard, or updates an existing one with `values`. */
export async function upsertGuard(
  tx: Tx,
  row: Insertable<RetentionGuardsTable>,
  values: Partial<Guard>,
): Promise<void> {
  await upsertRow(tx.db, 'retention_guards', ['brand_id', 'phase', 'day'], row, values)
}
