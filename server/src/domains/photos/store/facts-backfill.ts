import { sql } from 'kysely'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'
import { toCameraName } from '../facts/camera-name.ts'
import { CAMERAS_MAX, type PictureFacts, toFactColumns, toNormalizedName } from './facts.ts'
import type { PhotoRow } from './photos.ts'

/** A backfill of an account, and how far it is. */
export interface Backfill {
  accountId: string
  passed: string | null
}

/**
 * Finds the next account by id whose facts are not all of this version, and records that its backfill begins; undefined: none is
 * left.
 */
export async function findNextBackfill(
  db: Reader,
  after: string,
  version: number,
  now: Date,
): Promise<Backfill | undefined> {
  const { rows } = await sql<{ account_id: string; passed: string | null }>`
    select usage.account_id, backfill.passed from storage_usage usage
    left join facts_backfills backfill on backfill.account_id = usage.account_id
    where usage.account_id > ${after}
      and (backfill.account_id is null or not backfill.done or backfill.facts_version < ${version})
    order by usage.account_id limit 1 ${acrossAccounts('the facts of photos from before are read, account by account')}`.execute(
    db,
  )
  const [row] = rows
  return row && startBackfill(db, row.account_id, version, now)
}

/** A library that was changed since its photos were compared with their facts. */
export interface ChangedLibrary {
  accountId: string
  version: string
  isMissing: boolean
}

/**
 * Lists libraries whose backfill is done and whose version has changed since they were listed. `isMissing`: photos without facts
 * were added since, by the release before. Photos are looked for from `marginMs` before the last time, by the indexes of the
 * library and the bin.
 */
export async function listChangedLibraries(
  db: Reader,
  version: number,
  { marginMs, limit }: { marginMs: number; limit: number },
): Promise<ChangedLibrary[]> {
  const since = sql`b.stepped_at - make_interval(secs => ${marginMs / 1000})`
  const isMissing = sql`p.account_id = b.account_id and p.created_at > ${since} and p.erased_at is null and not exists (
    select 1 from photo_facts f where f.account_id = p.account_id and f.photo_id = p.photo_id)`
  const { rows } = await sql<ChangedLibrary>`
    select b.account_id as "accountId", library.version,
      exists (select 1 from photos p where p.deleted_at is null and ${isMissing})
        or exists (select 1 from photos p where p.deleted_at > ${since} and ${isMissing}) as "isMissing"
    from facts_backfills b join library_versions library on library.account_id = b.account_id
    where b.done and b.facts_version = ${version}::smallint and b.checked_version is distinct from library.version
    limit ${limit} ${acrossAccounts('photos that an older release added are looked for')}`.execute(db)
  return rows
}

/** Records that a library was compared; the backfill begins again if photos had no facts. */
export async function updateCheckedVersion(
  tx: Tx,
  { accountId, version, isMissing }: ChangedLibrary,
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('facts_backfills')
    .set({
      checked_version: version,
      stepped_at: now,
      ...(isMissing && { done: false, passed: null, photos: 0 }),
    })
    .where('account_id', '=', accountId)
    .where('done', '=', true)
    .execute()
}

/** Begins a backfill, or continues the one of this version. */
export async function startBackfill(
  db: Reader,
  accountId: string,
  version: number,
  now: Date,
): Promise<Backfill> {
  const { rows } = await sql<{ passed: string | null }>`
    insert into facts_backfills (account_id, facts_version, passed, photos, total, done, stepped_at)
    select ${accountId}, ${version}, null, 0,
      (select count(*)::int from photos where account_id = ${accountId} and erased_at is null), false, ${now}::timestamptz
    on conflict (account_id) do update set facts_version = excluded.facts_version, done = false, stepped_at = excluded.stepped_at,
      passed = case when facts_backfills.facts_version = excluded.facts_version then facts_backfills.passed end,
      photos = case when facts_backfills.facts_version = excluded.facts_version then facts_backfills.photos else 0 end,
      total = excluded.total
    returning passed`.execute(db)
  return { accountId, passed: rows[0]!.passed }
}

/** Has the backfill of an account begin again, and read all pictures again. */
export async function resetBackfill(tx: Tx, accountId: string): Promise<void> {
  await sql`update photo_facts set facts_version = 0 where account_id = ${accountId}`.execute(tx.db)
  await tx.db.deleteFrom('facts_backfills').where('account_id', '=', accountId).execute()
}

const PHOTO_COLUMNS = [
  'account_id',
  'photo_id',
  'file_name',
  'title',
  'camera',
  'width',
  'height',
  'state',
] as const

/** A photo whose facts may be missing. `isRead`: its picture is read by the rules of this version. */
export type BackfillPhoto = Pick<
  PhotoRow,
  'account_id' | 'photo_id' | 'file_name' | 'title' | 'width' | 'height' | 'state'
> & {
  camera: Record<string, unknown> | null
  isRead: boolean
}

/** Lists the account's next photos by id, without those that are being erased. */
export async function listPhotosToBackfill(
  db: Reader,
  { accountId, passed }: Backfill,
  version: number,
  limit: number,
): Promise<BackfillPhoto[]> {
  const rows = await db
    .selectFrom('photos')
    .leftJoin('photo_facts as facts', join =>
      join
        .onRef('facts.account_id', '=', 'photos.account_id')
        .onRef('facts.photo_id', '=', 'photos.photo_id'),
    )
    .select(PHOTO_COLUMNS.map(column => `photos.${column}` as const))
    .select('facts.facts_version')
    .where('photos.account_id', '=', accountId)
    .where('photos.erased_at', 'is', null)
    .$if(passed !== null, q => q.where('photos.photo_id', '>', passed!))
    .orderBy('photos.photo_id')
    .limit(limit)
    .execute()
  return rows.map(({ facts_version, title, ...row }) => ({
    ...row,
    title: title ?? null,
    camera: row.camera as BackfillPhoto['camera'],
    isRead: (facts_version ?? 0) >= version,
  }))
}

/**
 * Writes the facts of photos, inserts those that are missing, and advances the backfill. Photos are locked before the version of
 * the library, as in every transaction; the version is renewed, because cached answers depend on it.
 */
export async function writeBackfill(
  tx: Tx,
  accountId: string,
  photos: readonly { photo: BackfillPhoto; facts: PictureFacts | null }[],
  progress: { passed: string | null; done: boolean; version: number; now: Date },
): Promise<void> {
  const ids = photos.map(({ photo }) => photo.photo_id)
  const { rows: locked } = await sql<Pick<BackfillPhoto, 'photo_id' | 'file_name' | 'title'>>`
    select photo_id, file_name, title from photos
    where account_id = ${accountId} and photo_id = any(${ids}::uuid[]) and erased_at is null
    order by photo_id for update`.execute(tx.db)
  await sql`
    insert into library_versions (account_id, version) values (${accountId}, gen_random_uuid())
    on conflict (account_id) do update set version = excluded.version`.execute(tx.db)
  const cameraIds = await ensureCameras(
    tx,
    accountId,
    photos.map(each => each.photo),
  )
  // The names may have changed since the pictures were read.
  const rows = locked.map(photo => ({
    photo_id: photo.photo_id,
    name_norm: toNormalizedName(photo),
    camera_id: cameraIds.get(photo.photo_id) ?? null,
  }))
  await sql`
    insert into photo_facts (account_id, photo_id, taken_sort, taken_unknown, taken_precision, taken_month, created_at,
      in_library, camera_id, content_type, width, height, name_norm)
    select p.account_id, p.photo_id, p.taken_sort, p.taken_unknown, p.taken_precision, p.taken_month, p.created_at,
      p.deleted_at is null, named.camera_id, p.content_type, p.width, p.height, named.name_norm
    from photos p
    join json_to_recordset(${JSON.stringify(rows)}::json) as named (photo_id uuid, name_norm text, camera_id smallint)
      on named.photo_id = p.photo_id
    where p.account_id = ${accountId} and p.erased_at is null
    on conflict (account_id, photo_id) do update set taken_sort = excluded.taken_sort, taken_unknown = excluded.taken_unknown,
      taken_precision = excluded.taken_precision, taken_month = excluded.taken_month, in_library = excluded.in_library,
      camera_id = excluded.camera_id, width = excluded.width, height = excluded.height, name_norm = excluded.name_norm`.execute(
    tx.db,
  )
  for (const { photo, facts } of photos)
    if (facts)
      await tx.db
        .updateTable('photo_facts')
        .set(toFactColumns(facts))
        .where('account_id', '=', accountId)
        .where('photo_id', '=', photo.photo_id)
        .execute()
  await tx.db
    .updateTable('facts_backfills')
    .set(eb => ({
      passed: progress.passed,
      photos: eb('photos', '+', photos.length),
      done: progress.done,
      stepped_at: progress.now,
    }))
    .where('account_id', '=', accountId)
    .where('facts_version', '=', progress.version)
    .execute()
}

/** Returns the camera ids of photos, and inserts cameras that the account has none of yet. */
async function ensureCameras(
  tx: Tx,
  accountId: string,
  photos: readonly BackfillPhoto[],
): Promise<Map<string, number>> {
  const known = await tx.db
    .selectFrom('account_cameras')
    .select(['camera_id', 'make', 'model'])
    .where('account_id', '=', accountId)
    .execute()
  const toKey = ({ make, model }: { make: string; model: string }) => JSON.stringify([make, model])
  const idByName = new Map(known.map(camera => [toKey(camera), camera.camera_id]))
  let last = Math.max(0, ...idByName.values())
  const ids = new Map<string, number>()
  for (const photo of photos) {
    const camera = toCameraName(photo.camera)
    if (!camera) continue
    if (!idByName.has(toKey(camera)) && last < CAMERAS_MAX) {
      last++
      await tx.db
        .insertInto('account_cameras')
        .values({ account_id: accountId, camera_id: last, ...camera })
        .execute()
      idByName.set(toKey(camera), last)
    }
    ids.set(photo.photo_id, idByName.get(toKey(camera)) ?? 0)
  }
  return ids
}

/** Counts the accounts whose backfill has begun and not ended. */
export async function countRunningBackfills(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('facts_backfills')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('done', '=', false)
    .modifyEnd(acrossAccounts('the metrics report how many backfills of facts have begun'))
    .executeTakeFirstOrThrow()
  return count
}
