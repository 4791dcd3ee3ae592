import { type Kysely, sql } from 'kysely'
import type { OpenDatabase } from '#server/platform/db/database.ts'
import type { Schema } from '#server/schema.ts'
import { insertMissingFacts, updateSummaries } from '#server/testing/photo-rows.ts'

/** The month, from FIRST_YEAR, with a tenth of each generated library; the rest is spread evenly over MONTHS months. */
export const FULL_MONTH_INDEX = 162
export const FIRST_YEAR = 2006
export const MONTHS = 240

const VARIANTS = [
  { id: 300, width: 300, height: 225, size: 18_000 },
  { id: 800, width: 800, height: 600, size: 92_000 },
  { id: 1300, width: 1300, height: 975, size: 210_000 },
]
const CAMERA = {
  make: 'Bench',
  model: 'One',
  focalLength: 4.2,
  aperture: 1.8,
  exposure: 0.008,
  iso: 100,
}

/**
 * Inserts rows that look like ingested photos, deterministic per account, and their summaries; no bytes are stored.
 * One statement: a million rows take seconds.
 */
export async function fillLibrary(db: Kysely<Schema>, accountId: string, photos: number): Promise<void> {
  const start = `${FIRST_YEAR}-01-01`
  await sql`
    insert into photos (account_id, photo_id, upload_id, sha256, crc32, size, content_type, file_name, taken_at,
      taken_offset, taken_sort, taken_unknown, taken_month, created_month, created_at, state, width, height,
      placeholder, variants, camera)
    select ${accountId}, overlay(overlay(hash placing '4' from 13) placing '8' from 17)::uuid, hash, hash || md5(hash), i % 4294967296, 2000000 + i % 3000000, 'image/jpeg',
      'IMG_' || i || '.jpg', taken, 60, taken, false, to_char(taken, 'YYYYMM')::int,
      to_char(created at time zone 'UTC', 'YYYYMM')::int, created, 'ready', 4032, 3024,
      ${'1QcSHQRnh493V4dIh4eXh1h4kJUI'}, ${JSON.stringify(VARIANTS)}::jsonb, ${JSON.stringify(CAMERA)}::jsonb
    from (
      select i, md5(${accountId} || i) as hash, taken, (taken + interval '1 day') at time zone 'UTC' as created
      from generate_series(1, ${photos}::int) i, lateral (
        select ${start}::timestamp
          + make_interval(months => case when i % 10 = 0 then ${FULL_MONTH_INDEX}::int else (i / 10 * 9 + i % 10 - 1) % ${MONTHS}::int end)
          + make_interval(secs => (i::bigint * 7907 % 2419200)::int) as taken
      ) moment
    ) photo`.execute(db)
  await insertMissingFacts(db, accountId)
  await updateSummaries(db, accountId)
}

/** Updates the engine's statistics, as its autovacuum would within a minute. */
export async function vacuumAnalyze(database: OpenDatabase<Schema>): Promise<void> {
  await database.pool.query('vacuum analyze')
}
