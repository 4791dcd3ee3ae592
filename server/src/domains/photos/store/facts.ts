import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { normalizePhotoName } from '#contract/filter-query.ts'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, listColumns } from '../../../platform/db/rows.ts'
import { toCameraName } from '../facts/camera-name.ts'
import type { AccountCamerasTable, PhotosTable, PictureKind } from '../tables.ts'

/** Number of cameras that an account's photos are told apart by; those of others have the id 0. */
const CAMERAS_MAX = 500

/** What is read from the picture itself. */
export interface PictureFacts {
  /** Signed decimal number of 64 bits; null for flat pictures. */
  hash: string | null
  colours: Uint8Array
  sharpness: number
  dark: number
  light: number
  kind: PictureKind
  /** Of the rules they were read by. */
  version: number
}

/** The columns of a new photo that its facts copy. */
export interface PhotoOfFacts
  extends Pick<
    PhotosTable,
    'account_id' | 'photo_id' | 'taken_sort' | 'taken_unknown' | 'taken_month' | 'content_type' | 'file_name'
  > {
  taken_precision?: string | undefined
  title?: string | null | undefined
  created_at: Date | string
  width: number
  height: number
  camera?: string | null | undefined
  hasPosition?: boolean | undefined
  town?: { placeId: number; country: string } | undefined
}

/**
 * Query fragment: inserts the facts of a new photo, as common table expressions. The version of the library must be locked: two
 * photos could otherwise give two cameras the same id.
 */
export function insertFacts(photo: PhotoOfFacts): RawBuilder<unknown> {
  const camera = toCameraName(photo.camera ? JSON.parse(photo.camera) : null)
  const values = sql`${photo.account_id}::text, ${photo.photo_id}::uuid, ${photo.taken_sort}::timestamp,
    ${photo.taken_unknown}::boolean, ${photo.taken_precision ?? 'second'}::text, ${photo.taken_month}::int,
    ${photo.created_at}::timestamptz, true, ${photo.content_type}::text, ${photo.width}::int, ${photo.height}::int,
    ${toNormalizedName(photo)}::text, ${photo.hasPosition ?? null}::boolean,
    ${photo.town?.placeId ?? null}::int, ${photo.town?.country ?? null}::text`
  if (!camera) return sql`facts as (insert into photo_facts (${FACT_COLUMNS}) select ${values})`
  const isSameCamera = sql`account_id = ${photo.account_id} and make = ${camera.make} and model = ${camera.model}`
  return sql`known_camera as (
      select camera_id from account_cameras where ${isSameCamera}
    ), new_camera as (
      insert into account_cameras (account_id, camera_id, make, model, label)
      select ${photo.account_id}::text, last.camera_id + 1, ${camera.make}::text, ${camera.model}::text, ${camera.label}::text
      from (
        select coalesce(max(camera_id), 0) as camera_id from account_cameras where account_id = ${photo.account_id}
      ) last
      where last.camera_id < ${CAMERAS_MAX} and not exists (select 1 from known_camera)
      returning camera_id
    ), facts as (
      insert into photo_facts (${FACT_COLUMNS}, camera_id)
      select ${values}, coalesce((select camera_id from known_camera), (select camera_id from new_camera), 0)
    )`
}

/** The text in which words of names are searched. */
const toNormalizedName = (photo: { file_name: string; title?: string | null | undefined }): string =>
  normalizePhotoName(photo.file_name, photo.title)

const FACT_COLUMNS =
  sql.raw(`account_id, photo_id, taken_sort, taken_unknown, taken_precision, taken_month, created_at,
  in_library, content_type, width, height, name_norm, has_position, place_id, country`)

/**
 * Copies dates and precision of locked photos to their facts. Every change of a photo's date calls it in its transaction.
 */
export async function updateDatesOfFacts(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<void> {
  await sql`
    update photo_facts f set taken_sort = p.taken_sort, taken_unknown = p.taken_unknown,
      taken_precision = p.taken_precision, taken_month = p.taken_month
    from photos p
    where f.account_id = ${accountId} and f.photo_id = any(${photoIds}::uuid[])
      and p.account_id = f.account_id and p.photo_id = f.photo_id`.execute(tx.db)
}

/** Query fragment: updates facts of locked photos that were moved to the bin or back. */
export const updateFactsInLibrary = (tx: Tx, accountId: string, photoIds: readonly string[], isIn: boolean) =>
  tx.db
    .updateTable('photo_facts')
    .set({ in_library: isIn })
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)

/** Query fragment: updates what ingest reads from the picture. */
export const updatePictureFacts = (
  tx: Tx,
  { account_id, photo_id }: Pick<PhotosTable, 'account_id' | 'photo_id'>,
  size: { width: number; height: number },
  facts: PictureFacts | undefined,
) =>
  tx.db
    .updateTable('photo_facts')
    .set({
      width: size.width,
      height: size.height,
      ...(facts && toFactColumns(facts)),
    })
    .where('account_id', '=', account_id)
    .where('photo_id', '=', photo_id)

/** The columns of what is read from a picture. */
export const toFactColumns = ({ version, colours, ...facts }: PictureFacts) => ({
  ...facts,
  colours: Buffer.from(colours),
  facts_version: version,
})

/** Lists the cameras of an account's photos, by which they are found. */
export function listCameras(
  db: Reader,
  accountId: string,
): Promise<Pick<Selectable<AccountCamerasTable>, 'camera_id' | 'label'>[]> {
  return listColumns(db, 'account_cameras', { account_id: accountId }, ['camera_id', 'label'], 'camera_id')
}

/** Reads how many of the account's photos a running backfill has read; undefined when none is owed. */
export async function readFactsProgress(
  db: Reader,
  accountId: string,
): Promise<{ done: number; of: number } | undefined> {
  const row = await findRow(db, 'facts_backfills', { account_id: accountId, done: false }, [
    'photos',
    'total',
  ])
  return row && { done: Math.min(row.photos, row.total), of: row.total }
}
