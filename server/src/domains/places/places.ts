import type { PlaceChoice } from '#contract/places.ts'
import { type Context, change, type Reader, type Tx } from '../../context.ts'
import { notFound, requireFound } from '../../http/failure.ts'
import { BlobMissingError } from '../../platform/blobs/blobs.ts'
import { listRows, upsertRow } from '../../platform/db/rows.ts'
import type { Town } from '../../platform/gazetteer/gazetteer.ts'
import { waitOneMinute } from '../../platform/jobs/job-ids.ts'
import { isPastHalfOfLease } from '../../platform/jobs/jobs.ts'
import {
  clearPlaces,
  countPlaces,
  findPlaceId,
  findUnplacedPhotos,
  isAnyIngestWaiting,
  listPlacesWithPhotos,
  listUnplacedPhotos,
  openOriginal,
  type PhotoPosition,
  removePlace,
  type UnplacedPhoto,
  updatePlaces,
} from '../photos/index.ts'
import { placesTurnedOff } from './events.ts'
import { getGazetteer } from './get-gazetteer.ts'
import { nameAddedJob, namePlacesJob } from './job-kinds.ts'
import {
  findChoice,
  findTown,
  insertTowns,
  lockChoice,
  type PlaceChoiceRow,
  updateProgress,
} from './store.ts'

/** Photos per step of the job. */
const STEP = 200
const CLEARED_PER_STEP = 5000

/** Returns the choice of an account with the numbers that its dialog shows. */
export async function getPlaceChoice(ctx: Pick<Context, 'db'>, accountId: string): Promise<PlaceChoice> {
  const row = await findChoice(ctx.db, accountId)
  return {
    isOn: row?.is_on ?? false,
    state: row?.state ?? 'ready',
    ...(await countPlaces(ctx.db, accountId)),
  }
}

/** Turns places on or off; the same choice again changes nothing. */
export async function updatePlaceChoice(
  ctx: Context,
  accountId: string,
  isOn: boolean,
): Promise<PlaceChoice> {
  await change(ctx, async tx => {
    const row = await lockChoice(tx, accountId)
    if ((row?.is_on ?? false) === isOn) return
    const changed_at = ctx.clock.now()
    await upsertRow(tx.db, 'place_choices', ['account_id'], {
      account_id: accountId,
      is_on: isOn,
      state: 'working',
      passed: null,
      changed_at,
    })
    if (!isOn) await ctx.events.emit(tx, placesTurnedOff, { accountId })
    await sendJob(ctx, tx, accountId)
  })
  return getPlaceChoice(ctx, accountId)
}

/** Whether the customer turned places on; after 'off' no name is shown or searched, also while the job still deletes them. */
export async function arePlacesOn(db: Reader, accountId: string): Promise<boolean> {
  return (await findChoice(db, accountId))?.is_on ?? false
}

/** Returns the town of a photo, none while places are off; 404 if it is not in the library. */
export async function getTownOfPhoto(ctx: Context, accountId: string, photoId: string) {
  const placeId = await findPlaceId(ctx.db, accountId, photoId)
  if (placeId === undefined) throw notFound('Photo')
  if (placeId === null || !(await arePlacesOn(ctx.db, accountId))) return undefined
  const town = await findTown(ctx.db, placeId)
  return town && { placeId: town.place_id, name: town.name, country: town.country }
}

/** A town in which photos of a library were taken. */
export interface TownWithPhotos {
  placeId: number
  /** GeoNames' name. */
  name: string
  country: string
  photos: number
}

/** Lists the towns of a library, those with most photos first; none while places are off. */
export async function listTowns(db: Reader, accountId: string): Promise<TownWithPhotos[]> {
  if (!(await arePlacesOn(db, accountId))) return []
  const places = await listPlacesWithPhotos(db, accountId)
  const towns = await listRows(db, 'towns', { place_id: places.map(({ placeId }) => placeId) })
  const townById = new Map(towns.map(town => [town.place_id, town]))
  return places.flatMap(({ placeId, photos }) => {
    const town = townById.get(placeId)
    return town ? [{ placeId, name: town.name, country: town.country, photos }] : []
  })
}

/** Deletes the town of a photo for good. */
export async function removeTownOfPhoto(ctx: Context, accountId: string, photoId: string): Promise<void> {
  requireFound(await change(ctx, tx => removePlace(tx, accountId, photoId)), 'Photo')
}

/** Requests the towns of added photos, if the customer turned places on. */
export async function requestTowns(
  ctx: Context,
  tx: Tx,
  { accountId, photoIds }: { accountId: string; photoIds: string[] },
): Promise<void> {
  if (await arePlacesOn(tx.db, accountId)) await ctx.jobs.send(tx, nameAddedJob, [{ accountId, photoIds }])
}

/** Finds the towns of added photos. */
export async function nameAddedPhotos(
  ctx: Context,
  { accountId, photoIds }: { accountId: string; photoIds: string[] },
): Promise<void> {
  if (!(await arePlacesOn(ctx.db, accountId))) return
  await nameStep(ctx, accountId, await findUnplacedPhotos(ctx.db, accountId, photoIds))
}

/**
 * Does what an account's choice still needs: finds the towns of all its photos, 200 per step, or deletes them. Every step is
 * stored, so that it continues after a crash. Towns are not looked for while photos wait for their ingest; they are deleted at
 * once.
 */
export async function completeChoice(ctx: Context, accountId: string, signal: AbortSignal): Promise<void> {
  const startedAt = ctx.clock.now()
  while (!signal.aborted && !isPastHalfOfLease(namePlacesJob, startedAt, ctx.clock.now())) {
    const choice = await findChoice(ctx.db, accountId)
    if (choice?.state !== 'working') return
    if (!choice.is_on) await clearNext(ctx, accountId)
    else if (await isAnyIngestWaiting(ctx.db)) {
      const options = waitOneMinute(accountId, ctx.clock.now())
      return change(ctx, tx => ctx.jobs.send(tx, namePlacesJob, [{ accountId }], options))
    } else await nameNext(ctx, choice)
  }
  // The process is shutting down, or the lease would end: another job continues.
  await change(ctx, tx => sendJob(ctx, tx, accountId))
}

async function nameNext(ctx: Context, choice: PlaceChoiceRow): Promise<void> {
  const { account_id: accountId, passed: after } = choice
  const photos = await listUnplacedPhotos(ctx.db, accountId, { after, limit: STEP })
  const isLast = photos.length < STEP
  await nameStep(ctx, accountId, photos, {
    choice,
    progress: {
      state: isLast ? 'ready' : 'working',
      passed: isLast ? null : photos.at(-1)!.photo_id,
    },
  })
}

/**
 * Stores towns in a transaction that has locked the choice: none is stored after it was turned off. A step that began
 * before places were turned off and on again stores nothing: the job begins anew then.
 */
async function nameStep(
  ctx: Context,
  accountId: string,
  photos: Parameters<typeof readTowns>[2],
  step?: { choice: PlaceChoiceRow; progress: Parameters<typeof updateProgress>[2] },
): Promise<void> {
  const { positions, towns } = await readTowns(ctx, accountId, photos)
  await change(ctx, async tx => {
    const row = await lockChoice(tx, accountId)
    if (!row?.is_on) return
    if (step && row.changed_at.getTime() !== step.choice.changed_at.getTime()) return
    await insertTowns(tx, towns)
    await updatePlaces(tx, accountId, positions)
    if (step) await updateProgress(tx, accountId, step.progress)
  })
}

async function clearNext(ctx: Context, accountId: string): Promise<void> {
  await change(ctx, async tx => {
    if ((await lockChoice(tx, accountId))?.is_on !== false) return
    const cleared = await clearPlaces(tx, accountId, CLEARED_PER_STEP)
    if (cleared < CLEARED_PER_STEP) await updateProgress(tx, accountId, { state: 'ready', passed: null })
  })
}

const sendJob = (ctx: Context, tx: Tx, accountId: string) => ctx.jobs.send(tx, namePlacesJob, [{ accountId }])

/**
 * Reads the positions of photos from their originals and finds their towns. Positions leave this function as towns only: none is
 * stored or logged. A missing original counts as one without a position that is known.
 */
async function readTowns(
  ctx: Context,
  accountId: string,
  photos: readonly UnplacedPhoto[],
): Promise<{ positions: PhotoPosition[]; towns: Town[] }> {
  if (photos.length === 0) return { positions: [], towns: [] }
  const gazetteer = await getGazetteer(ctx)
  const towns = new Map<number, Town>()
  const positions: PhotoPosition[] = []
  for (const photo of photos) {
    const found = await readPosition(ctx, { ...photo, account_id: accountId })
    if (found === 'missing') continue
    const town = found ? gazetteer.findTown(found) : undefined
    if (town) towns.set(town.placeId, town)
    positions.push({ photoId: photo.photo_id, hasPosition: found !== undefined, town })
  }
  return { positions, towns: [...towns.values()] }
}

async function readPosition(ctx: Context, photo: UnplacedPhoto & { account_id: string }) {
  try {
    return (await ctx.images.readPosition(openOriginal(ctx, photo), photo.content_type)) ?? undefined
  } catch (error) {
    if (error instanceof BlobMissingError) return 'missing'
    throw error
  }
}
