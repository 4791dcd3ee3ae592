import type { Context, Tx } from '../../context.ts'
import type { Position, Town } from '../../platform/gazetteer/gazetteer.ts'
import { getGazetteer } from './get-gazetteer.ts'
import { arePlacesOn } from './places.ts'
import { findTown, insertTowns, lockChoice } from './store.ts'

/**
 * Finds the town of a position that the sender of a photo states; undefined while places are off. The position is neither stored nor
 * logged.
 */
export async function findStatedTown(
  ctx: Context,
  accountId: string,
  position: Position,
): Promise<Town | undefined> {
  if (!(await arePlacesOn(ctx.db, accountId))) return undefined
  return (await getGazetteer(ctx)).findTown(position)
}

/**
 * Stores the name of a town, and returns whether its id may be stored: false after places were turned off. Locks the choice before
 * anything else, as every transaction that stores towns does.
 */
export async function insertStatedTown(tx: Tx, accountId: string, town: Town): Promise<boolean> {
  if (!(await lockChoice(tx, accountId))?.is_on) return false
  await insertTowns(tx, [town])
  return true
}

/** Returns the town whose id `findId` finds once the choice is locked; undefined while places are off. */
export async function lockStatedTown(
  tx: Tx,
  accountId: string,
  findId: () => Promise<number | null>,
): Promise<Pick<Town, 'placeId' | 'country'> | undefined> {
  if (!(await lockChoice(tx, accountId))?.is_on) return undefined
  const placeId = await findId()
  const town = placeId === null ? undefined : await findTown(tx.db, placeId)
  return town && { placeId: town.place_id, country: town.country }
}
