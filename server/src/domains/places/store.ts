import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import type { Town } from '../../platform/gazetteer/gazetteer.ts'
import type { PlaceChoicesTable, TownsTable } from './tables.ts'

export type PlaceChoiceRow = Selectable<PlaceChoicesTable>

export async function findChoice(db: Reader, accountId: string): Promise<PlaceChoiceRow | undefined> {
  return db.selectFrom('place_choices').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Locks the choice, so that it cannot change before the transaction ends. */
export async function lockChoice(tx: Tx, accountId: string): Promise<PlaceChoiceRow | undefined> {
  return tx.db
    .selectFrom('place_choices')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export async function upsertChoice(tx: Tx, row: PlaceChoiceRow): Promise<void> {
  const { account_id: _, ...columns } = row
  await tx.db
    .insertInto('place_choices')
    .values(row)
    .onConflict(oc => oc.column('account_id').doUpdateSet(columns))
    .execute()
}

export async function updateProgress(
  tx: Tx,
  accountId: string,
  progress: Pick<PlaceChoiceRow, 'state' | 'passed'>,
): Promise<void> {
  await tx.db.updateTable('place_choices').set(progress).where('account_id', '=', accountId).execute()
}

export async function insertTowns(tx: Tx, towns: readonly Town[]): Promise<void> {
  if (towns.length === 0) return
  await tx.db
    .insertInto('towns')
    .values(towns.map(({ placeId, name, country }) => ({ place_id: placeId, name, country })))
    .onConflict(oc => oc.doNothing())
    .execute()
}

export async function findTown(db: Reader, placeId: number): Promise<Selectable<TownsTable> | undefined> {
  return db.selectFrom('towns').selectAll().where('place_id', '=', placeId).executeTakeFirst()
}

export async function findTowns(db: Reader, placeIds: readonly number[]): Promise<Selectable<TownsTable>[]> {
  if (placeIds.length === 0) return []
  return db.selectFrom('towns').selectAll().where(sql<SqlBool>`place_id = any(${placeIds}::int[])`).execute()
}
