import { type Kysely, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../schema.ts'

/** The upload month of the photos of `insertPhotoRows`. */
export const INSERTED_MONTH = { year: 2024, month: 6 }

/** Inserts photos without files, taken over four years; for tests and benches that read no blobs. */
export async function insertPhotoRows(ctx: Context, accountId: string, photos: number): Promise<void> {
  await sql`
    insert into photos (account_id, photo_id, upload_id, sha256, crc32, size, content_type, file_name, taken_at,
      taken_sort, taken_unknown, taken_month, created_month, created_at, state, width, height)
    select ${accountId}, gen_random_uuid(), i, md5(i::text) || md5('x' || i), i, 3000000, 'image/jpeg',
      'IMG_' || i || '.jpg', taken, taken, false, to_char(taken, 'YYYYMM')::int, 202406, '2024-06-01', 'ready', 4, 3
    from generate_series(1, ${photos}::int) i,
      lateral (select timestamp '2020-01-01' + make_interval(days => i % 1500) as taken) moment`.execute(
    ctx.db,
  )
  await insertMissingFacts(ctx.db, accountId)
  await updateSummaries(ctx.db, accountId)
}

/** Counts the months and bytes of photos that statements of tests and benches have inserted. */
export async function updateSummaries(db: Kysely<Schema>, accountId: string): Promise<void> {
  await sql`
    insert into month_counts (account_id, group_by, month, photos)
    select account_id, 'dateTaken', taken_month, count(*) from photos
    where account_id = ${accountId} and deleted_at is null group by 1, 3
    union all
    select account_id, 'created', created_month, count(*) from photos
    where account_id = ${accountId} and deleted_at is null group by 1, 3
    on conflict (account_id, group_by, month) do update set photos = excluded.photos`.execute(db)
  await sql`
    insert into storage_usage (account_id, stored_bytes)
    select account_id, sum(size) from photos where account_id = ${accountId} and erased_at is null group by 1
    on conflict (account_id) do update set stored_bytes = excluded.stored_bytes`.execute(db)
}

/** Inserts the facts of photos that statements of tests and benches have inserted; their file names have no accents. */
export async function insertMissingFacts(db: Kysely<Schema>, accountId: string): Promise<void> {
  await sql`
    insert into photo_facts (account_id, photo_id, taken_sort, taken_unknown, taken_precision, taken_month, created_at,
      in_library, content_type, width, height, name_norm)
    select account_id, photo_id, taken_sort, taken_unknown, taken_precision, taken_month, created_at, deleted_at is null,
      content_type, width, height, trim(regexp_replace(lower(file_name), '[^a-z0-9]+', ' ', 'g'))
    from photos where account_id = ${accountId} and erased_at is null
    on conflict (account_id, photo_id) do nothing`.execute(db)
}
