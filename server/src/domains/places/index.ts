import * as contract from '#contract/places.ts'
import { getTownName } from '#locales/town-names.ts'
import type { Context, Tx } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { type Route, route } from '../../http/route.ts'
import { on } from '../../platform/events/events.ts'
import type { Position, Town } from '../../platform/gazetteer/gazetteer.ts'
import { handleEach } from '../../platform/jobs/jobs.ts'
import { photoFactsChanged } from '../photos/index.ts'
import { placesTurnedOff } from './events.ts'
import { getGazetteer } from './get-gazetteer.ts'
import { nameAddedJob, namePlacesJob } from './job-kinds.ts'
import {
  arePlacesOn,
  completeChoice,
  getPlaceChoice,
  getTownOfPhoto,
  listTowns,
  nameAddedPhotos,
  removeTownOfPhoto,
  requestTowns,
  updatePlaceChoice,
} from './places.ts'
import { findTown, insertTowns, lockChoice } from './store.ts'
import { placeTables } from './tables.ts'

const placeRoutes: readonly Route[] = [
  route(contract.getPlaceChoice, ({ ctx, caller }) => getPlaceChoice(ctx, caller.accountId)),

  route(contract.updatePlaceChoice, ({ ctx, caller, body }) =>
    updatePlaceChoice(ctx, caller.accountId, body.isOn),
  ),

  route(contract.getPlaces, async ({ ctx, caller, query }) => ({
    isOn: (await getPlaceChoice(ctx, caller.accountId)).isOn,
    towns: (await listTowns(ctx.db, caller.accountId))
      .slice(0, contract.TOWNS_MAX)
      .map(town => ({ ...town, name: getTownName(town, query.locale) })),
  })),

  route(contract.getPhotoPlace, async ({ ctx, caller, params, query }) => {
    const town = await getTownOfPhoto(ctx, caller.accountId, params.id)
    return town ? { town: { ...town, name: getTownName(town, query.locale) } } : {}
  }),

  route(contract.removePhotoPlace, ({ ctx, caller, params }) =>
    removeTownOfPhoto(ctx, caller.accountId, params.id),
  ),
]

export { placesTurnedOff } from './events.ts'
export { arePlacesOn, listTowns, type TownWithPhotos } from './places.ts'

/** Towns where photos were taken, for customers who turned that on. */
export const places = defineDomain({
  name: 'places',
  dependsOn: ['photos'],
  tables: placeTables,
  routes: placeRoutes,
  emits: [placesTurnedOff],
  listeners: [on(photoFactsChanged, requestTowns)],
  jobs: [
    handleEach(namePlacesJob, (ctx, { accountId }, signal) => completeChoice(ctx, accountId, signal)),
    handleEach(nameAddedJob, nameAddedPhotos),
  ],
  eraseAccount: eraseRows(placeTables),
})

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
