import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { findRow, lockRow, updateRows } from '../../platform/db/rows.ts'
import type { Town } from '../../platform/gazetteer/gazetteer.ts'
import type { PlaceChoicesTable, TownsTable } from './tables.ts'

export type PlaceChoiceRow = Selectable<PlaceChoicesTable>

export async function findChoice(db: Reader, accountId: string): Promise<PlaceChoiceRow | undefined> {
  return findRow(db, 'place_choices', { account_id: accountId })
}

/** Locks the choice, so that it cannot change before the transaction ends. */
export async function lockChoice(tx: Tx, accountId: string): Promise<PlaceChoiceRow | undefined> {
  return lockRow(tx, 'place_choices', { account_id: accountId })
}

export async function updateProgress(
  tx: Tx,
  accountId: string,
  progress: Pick<PlaceChoiceRow, 'state' | 'passed'>,
): Promise<void> {
  await updateRows(tx.db, 'place_choices', { account_id: accountId }, progress)
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
  return findRow(db, 'towns', { place_id: placeId })
}
