import { type Kysely, sql } from 'kysely'
import { brands, getVendorByBrand } from '#brands/index.ts'
import type { OpenDatabase } from '#server/platform/db/database.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { Schema } from '#server/schema.ts'
import { runWithoutIndexes } from './indexes.ts'
import { CAMERA, FIRST_YEAR, FULL_MONTH, MONTHS, VARIANTS, vacuumAnalyze } from './library.ts'

/** Albums of each customer of the largest libraries, and photos of each of those libraries. */
export const LARGE = { photos: 100_000, albums: 200 }
const MEDIUM = { photos: 20_000, albums: 40 }
const SMALL_ALBUMS = 4
const DEFAULT_BRAND = 'keepsake-gb'
/** Customers registered or ordered last within this many days: 64 % of them are due at a first run of the retention. */
const AGE_DAYS = 1350

/** Photos are added in parts of this size, one of each library in turn, as uploads of many customers would. */
const CHUNK = 100

/**
 * Fills an empty database with customers, and about this many photos with the rows that the product would have for them:
 * most libraries have some hundreds, one in two hundred has 20,000, and some have 100,000. Two percent are in the bin.
 * Deterministic except for the versions of libraries. `log` gets the current step.
 */
export async function fillDatabase(
  database: OpenDatabase<Schema>,
  photos: number,
  now: Date,
  log: (step: string) => void,
): Promise<void> {
  await transact(database.db, async ({ db }) => {
    await sql`set local work_mem = '512MB'`.execute(db)
    await sql`set local maintenance_work_mem = '1GB'`.execute(db)
    const fillfactor = await findFillfactor(db)
    await insertCustomers(db, photos, now)
    await runWithoutIndexes(db, ['photos', 'album_photos', 'month_counts'], log, async () => {
      // Rows as after their ingest, which used the room that the product's fillfactor left: four fifths of a page.
      await sql`alter table photos set (fillfactor = 80)`.execute(db)
      await insertPhotos(db, now, log)
      await sql`alter table photos set (fillfactor = ${sql.raw(fillfactor)})`.execute(db)
      log('albums')
      await insertAlbums(db)
      log('summaries')
      await insertSummaries(db)
    })
    log('uploads')
    await insertUploads(db, now)
  })
  log('vacuum and analyze')
  await vacuumAnalyze(database)
}

async function findFillfactor(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ fillfactor: string }>`
    select option_value as fillfactor from pg_class, pg_options_to_table(reloptions)
    where oid = 'photos'::regclass and option_name = 'fillfactor'`.execute(db)
  return rows[0]?.fillfactor ?? '100'
}

async function insertCustomers(db: Kysely<Schema>, photos: number, now: Date): Promise<void> {
  const customers = Math.ceil(photos / 500)
  const large = Math.max(3, Math.round(customers / 2000))
  const medium = Math.round(customers / 200)
  const rest = photos - large * LARGE.photos - medium * MEDIUM.photos
  const mean = Math.max(2, Math.round(rest / (customers - large - medium)))
  await sql`create temporary table population (
    rank int primary key, account_id text, photos int, albums int, span int, first_month int) on commit drop`.execute(
    db,
  )
  // An account has photos of as many months as its size suggests, anywhere between the first and the last one.
  await sql`
    insert into population
    select rank, account_id, photos, albums, span, rank * 31 % (${MONTHS}::int - span + 1)
    from (
      select *, md5('population' || rank)::uuid::text as account_id, greatest(6, least(${MONTHS}::int, photos / 20)) as span
      from (
        select rank,
          case when rank < ${large} then ${LARGE.photos} when rank < ${large + medium} then ${MEDIUM.photos}
            else ${Math.floor(mean / 2)} + rank * 7919 % ${mean} end::int as photos,
          case when rank < ${large} then ${LARGE.albums} when rank < ${large + medium} then ${MEDIUM.albums}
            when rank % 3 = 0 then ${SMALL_ALBUMS} else 0 end::int as albums
        from generate_series(0, ${customers - 1}::int) rank
      ) sized
    ) spread`.execute(db)
  const ids = brands.map(brand => brand.id)
  const vendors = ids.map(getVendorByBrand)
  await sql`
    insert into customers (account_id, email, brand_id, vendor, locale, registered_at, last_order_at, last_uploaded_at)
    select account_id, 'customer-' || rank || '@keepsake.test', (${ids}::text[])[brand], (${vendors}::text[])[brand], 'en-GB',
      since - case when rank % 2 = 0 then interval '400 days' else interval '0' end,
      case when rank % 2 = 0 then since end, ${now}::timestamptz - interval '1 day'
    from population, lateral (
      -- The largest libraries are those of the default brand, where a bench signs in.
      select case when photos = ${LARGE.photos} then ${ids.indexOf(DEFAULT_BRAND) + 1} else rank % ${ids.length} + 1 end::int as brand,
        ${now}::timestamptz - make_interval(days => (rank::bigint * 7919 % ${AGE_DAYS})::int, mins => rank % 1440) as since
    ) clock`.execute(db)
  await sql`
    insert into account_directory (account_id, vendor, email, business)
    select account_id, vendor, email, business from customers`.execute(db)
}

async function insertPhotos(db: Kysely<Schema>, now: Date, log: (step: string) => void): Promise<void> {
  const { rows } = await sql<{ most: number }>`select max(photos) as most from population`.execute(db)
  const chunks = Math.ceil(rows[0]!.most / CHUNK)
  // The first parts have a statement each; few libraries have the later ones.
  const bounds = [0, 1, 2, 3, 4, 6, 10, 50, 200, 500].filter(bound => bound < chunks)
  for (const [i, from] of bounds.entries()) {
    const until = bounds[i + 1] ?? chunks
    log(`photos from ${(from * CHUNK).toLocaleString('en')} of each library`)
    await insertChunks(db, now, from, until)
  }
}

async function insertChunks(db: Kysely<Schema>, now: Date, from: number, until: number): Promise<void> {
  const start = `${FIRST_YEAR}-01-01`
  const full = (FULL_MONTH.year - FIRST_YEAR) * 12 + FULL_MONTH.month - 1
  await sql`
    insert into photos (account_id, photo_id, upload_id, sha256, crc32, size, content_type, file_name, taken_at,
      taken_offset, taken_sort, taken_unknown, taken_month, created_month, created_at, state, width, height,
      placeholder, variants, camera, deleted_at)
    select account_id, overlay(overlay(hash placing '4' from 13) placing '8' from 17)::uuid, hash, hash || md5(hash),
      i % 4294967296, 2000000 + i % 3000000, 'image/jpeg', 'IMG_' || i || '.jpg', taken, 60, taken, false,
      to_char(taken, 'YYYYMM')::int, to_char(created at time zone 'UTC', 'YYYYMM')::int, created, 'ready', 4032, 3024,
      ${'1QcSHQRnh493V4dIh4eXh1h4kJUI'}, ${JSON.stringify(VARIANTS)}::jsonb,
      case when i % 3 > 0 then ${JSON.stringify(CAMERA)}::jsonb end,
      -- In the bin: at most 30 days, and one photo of some accounts for longer.
      case when i = 50 and rank % 20 = 0 then ${now}::timestamptz - interval '31 days'
        when i % 50 = 0 then ${now}::timestamptz - make_interval(mins => (rank + i) % 43000) end
    from (
      select rank, account_id, i, md5(account_id || i) as hash, taken, (taken + interval '1 day') at time zone 'UTC' as created
      from generate_series(${from}::int, ${until - 1}::int) chunk
      join population on photos > chunk * ${CHUNK},
      lateral generate_series(chunk * ${CHUNK} + 1, least(photos, (chunk + 1) * ${CHUNK})) i,
      lateral (
        select ${start}::timestamp
          + make_interval(months => case when i % 10 = 0 and span = ${MONTHS} then ${full}::int else first_month + (i / 10 * 9 + i % 10) % span end)
          + make_interval(secs => (i::bigint * 7907 % 2419200)::int) as taken
      ) moment
    ) photo`.execute(db)
}

/** Spreads the photos of libraries with albums over them, each photo in one. */
async function insertAlbums(db: Kysely<Schema>): Promise<void> {
  await sql`
    insert into album_photos
      (account_id, album_id, owner_id, photo_id, position, added_at, taken_sort, taken_unknown, size, in_bin)
    select account_id, md5(account_id || 'album' || n % albums)::uuid, account_id, photo_id, n / albums + 1, created_at,
      taken_sort, taken_unknown, size, deleted_at is not null
    from (
      select photos.*, population.albums,
        row_number() over (partition by photos.account_id order by taken_sort, photo_id)::int - 1 as n
      from population join photos on photos.account_id = population.account_id where albums > 0
    ) numbered`.execute(db)
  await sql`
    insert into albums (account_id, album_id, name, name_sort, photos, size, cover_photo_id, next_position,
      created_at, updated_at)
    select account_id, album_id, 'Album ' || number, 'album ' || lpad(number::text, 9, '0'), photos, size, cover,
      next_position, added_at, added_at
    from (
      select account_id, album_id, row_number() over (partition by account_id order by album_id) as number,
        (count(*) filter (where not in_bin))::int as photos, coalesce(sum(size) filter (where not in_bin), 0) as size,
        (array_agg(photo_id order by position) filter (where not in_bin))[1] as cover,
        max(position) + 1 as next_position, max(added_at) as added_at
      from album_photos group by account_id, album_id
    ) counted`.execute(db)
  await sql`
    insert into album_counts (account_id, albums)
    select account_id, count(*) from albums group by account_id`.execute(db)
}

async function insertSummaries(db: Kysely<Schema>): Promise<void> {
  await sql`
    insert into month_counts (account_id, group_by, month, photos)
    select account_id, 'dateTaken', taken_month, count(*) from photos where deleted_at is null group by 1, 3
    union all
    select account_id, 'created', created_month, count(*) from photos where deleted_at is null group by 1, 3`.execute(
    db,
  )
  await sql`
    insert into storage_usage (account_id, stored_bytes)
    select account_id, sum(size) from photos group by account_id`.execute(db)
  await sql`
    insert into library_versions (account_id, version)
    select account_id, gen_random_uuid() from population`.execute(db)
}

/** The receipts of a month, one photo in fifty; some are older, and some uploads are not finished. */
async function insertUploads(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`
    insert into uploads (account_id, upload_id, photo_id, file_name, size, state, created_at, expires_at, finished_at)
    select account_id, md5('upload' || account_id || i), md5(account_id || i)::uuid, 'IMG_' || i || '.jpg',
      2000000 + i, state, created, created + interval '1 day', case when state = 'added' then created end
    from population, generate_series(1, photos / 50) i, lateral (
      select case when i = 1 and rank % 40 = 0 then 'receiving' else 'added' end as state,
        ${now}::timestamptz - case when i = 1 and rank % 40 = 0 then interval '3 hours'
          when i = 1 and rank % 20 = 1 then interval '31 days'
          else make_interval(mins => (rank + i * 37) % 43000) end as created
    ) moment`.execute(db)
  await sql`
    insert into erased_photos (account_id, photo_id, erased_at)
    select account_id, md5('erased' || account_id || i)::uuid, ${now}::timestamptz - make_interval(hours => (rank + i) % 730)
    from population, generate_series(1, photos / 100) i`.execute(db)
}
