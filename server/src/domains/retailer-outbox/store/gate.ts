import { type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { RetailerGateTable } from '../tables.ts'

export type GateRow = Selectable<RetailerGateTable>

export const findGate = (db: Reader): Promise<GateRow> =>
  db.selectFrom('retailer_gate').selectAll().executeTakeFirstOrThrow()

export const lockGate = (tx: Tx): Promise<GateRow> =>
  tx.db.selectFrom('retailer_gate').selectAll().forUpdate().executeTakeFirstOrThrow()

export async function updateGate(tx: Tx, values: Updateable<RetailerGateTable>): Promise<void> {
  await tx.db.updateTable('retailer_gate').set(values).execute()
}

/** Counts a call without an answer; the one that closes the gate sets the time of the first probe. */
export function countFailure(
  tx: Tx,
  { closesAt, probeAt }: { closesAt: number; probeAt: Date },
): Promise<GateRow> {
  return tx.db
    .updateTable('retailer_gate')
    .set({
      failures: sql`failures + 1`,
      probe_at: sql`case when failures + 1 = ${closesAt} then ${probeAt} else probe_at end`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
