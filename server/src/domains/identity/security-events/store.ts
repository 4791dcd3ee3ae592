import type { Insertable } from 'kysely'
import type { Tx } from '#server/context.ts'
import type { SecurityEventsTable } from '../tables.ts'

export async function insertSecurityEvent(tx: Tx, row: Insertable<SecurityEventsTable>): Promise<void> {
  await tx.db.insertInto('security_events').values(row).execute()
}
