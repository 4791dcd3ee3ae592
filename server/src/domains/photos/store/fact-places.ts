import { sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, updateRows } from '../../../platform/db/rows.ts'

/** What became known of the position of a photo; without `town` none is near. */
export interface PhotoPosition {
  photoId: string
  hasPosition: boolean
  town?: { placeId: number; country: string } | undefined
}

/** A photo whose original may have a position. */
export interface UnplacedPhoto {
  photo_id: string
  sha256: string
  size: string
  content_type: 'image/jpeg' | 'image/png' | 'image/heic'
}

/**
 * Lists the next photos by id that may have a position and have no town: also those in the bin, which may come back. Those whose
 * town the customer removed are not among them.
 */
export async function listUnplacedPhotos(
  db: Reader,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<UnplacedPhoto[]> {
  const { rows } = await sql<UnplacedPhoto>`
    select f.photo_id, p.sha256, p.size, p.content_type from photo_facts f
    join photos p on p.account_id = f.account_id and p.photo_id = f.photo_id
    where f.account_id = ${accountId} and f.photo_id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
      and f.place_id is null and f.has_position is not false and not f.place_removed and p.erased_at is null
    order by f.photo_id limit ${limit}`.execute(db)
  return rows
}

/** Finds photos of these ids that may have a position and have no town. */
export async function findUnplacedPhotos(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<UnplacedPhoto[]> {
  const { rows } = await sql<UnplacedPhoto>`
    select f.photo_id, p.sha256, p.size, p.content_type from photo_facts f
    join photos p on p.account_id = f.account_id and p.photo_id = f.photo_id
    where f.account_id = ${accountId} and f.photo_id = any(${photoIds}::uuid[])
      and f.place_id is null and f.has_position is not false and not f.place_removed and p.erased_at is null`.execute(
    db,
  )
  return rows
}

/** Stores the towns of photos, unless the customer removed them meanwhile. */
export async function updatePlaces(
  tx: Tx,
  accountId: string,
  positions: readonly PhotoPosition[],
): Promise<void> {
  if (positions.length === 0) return
  await sql`
    update photo_facts f set has_position = p.has_position, place_id = p.place_id, country = p.country
    from (
      select unnest(${positions.map(({ photoId }) => photoId)}::uuid[]) as photo_id,
        unnest(${positions.map(({ hasPosition }) => hasPosition)}::boolean[]) as has_position,
        unnest(${positions.map(({ town }) => town?.placeId ?? null)}::int[]) as place_id,
        unnest(${positions.map(({ town }) => town?.country ?? null)}::text[]) as country
    ) p
    where f.account_id = ${accountId} and f.photo_id = p.photo_id and not f.place_removed`.execute(tx.db)
}

/** Deletes the towns of the next photos; returns of how many. */
export async function clearPlaces(tx: Tx, accountId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update photo_facts set place_id = null, country = null
    where account_id = ${accountId} and photo_id = any(array(
      select photo_id from photo_facts
      where account_id = ${accountId} and place_id is not null order by photo_id limit ${limit}
    ))`.execute(tx.db)
  return Number(numAffectedRows)
}

/** Deletes the town of one photo for good; false if the account has no such photo. */
export async function removePlace(tx: Tx, accountId: string, photoId: string): Promise<boolean> {
  const key = { account_id: accountId, photo_id: photoId, in_library: true }
  return (
    (await updateRows(tx.db, 'photo_facts', key, { place_id: null, country: null, place_removed: true })) > 0
  )
}

/** Finds the town of a photo of the library: null without one, undefined without the photo. */
export async function findPlaceId(
  db: Reader,
  accountId: string,
  photoId: string,
): Promise<number | null | undefined> {
  const row = await findRow(
    db,
    'photo_facts',
    { account_id: accountId, photo_id: photoId, in_library: true },
    ['place_id'],
  )
  return row?.place_id
}

/** Counts the photos of the library by town, those with most photos first. */
export async function listPlacesWithPhotos(
  db: Reader,
  accountId: string,
): Promise<{ placeId: number; photos: number }[]> {
  return db
    .selectFrom('photo_facts')
    .select(['place_id as placeId', sql<number>`count(*)::int`.as('photos')])
    .where('account_id', '=', accountId)
    .where('in_library', '=', true)
    .where('place_id', 'is not', null)
    .groupBy('place_id')
    .orderBy('photos', 'desc')
    .orderBy('place_id')
    .$narrowType<{ placeId: number }>()
    .execute()
}

/** Counts photos of the library that have a position, and that have a town. */
export async function countPlaces(
  db: Reader,
  accountId: string,
): Promise<{ photos: number; withPosition: number; withTown: number }> {
  return db
    .selectFrom('photo_facts')
    .select([
      sql<number>`count(*)::int`.as('photos'),
      sql<number>`(count(*) filter (where has_position))::int`.as('withPosition'),
      sql<number>`count(place_id)::int`.as('withTown'),
    ])
    .where('account_id', '=', accountId)
    .where('in_library', '=', true)
    .executeTakeFirstOrThrow()
}
