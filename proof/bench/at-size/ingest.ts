import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Context, change } from '#server/context.ts'
import { insertPhoto, markPhotoReady } from '#server/domains/photos/store/changes.ts'
import { createFigure, type Figure } from '../harness/figure.ts'
import { CAMERA, VARIANTS } from '../harness/library.ts'
import type { PopulatedDatabase } from '../harness/populated-database.ts'
import { computeMedian, measureElapsedMs } from '../harness/rounds.ts'
import type { Accounts } from './accounts.ts'

const PHOTOS = 1000
const TABLES = ['photos', 'month_counts', 'storage_usage', 'library_versions'] as const
const HOT_MIN = 0.9
const STORE_MAX_MS = 20

/**
 * Measures the rows of new photos of many customers, and of their ingests: how long they take, and which updates are
 * HOT.
 */
export async function measureIngest(
  { runInContext, runWithoutScans }: PopulatedDatabase,
  { sweptIds }: Accounts,
): Promise<Figure[]> {
  const before = await runInContext(countUpdates)
  const { added, ready } = await runWithoutScans('an ingest', ctx => addPhotos(ctx, sweptIds))
  const after = await runInContext(countUpdates)
  const getShare = (table: (typeof TABLES)[number]) => {
    const [first, last] = [before[table]!, after[table]!]
    return (last.hot - first.hot) / (last.updates - first.updates)
  }
  const milliseconds = { atMost: STORE_MAX_MS, unit: 'ms' }
  return [
    createFigure('storing the rows of a photo', [computeMedian(added)], milliseconds),
    createFigure('storing its ingest', [computeMedian(ready)], milliseconds),
    ...TABLES.map(table =>
      createFigure(`share of HOT updates of ${table}`, [getShare(table)], { atLeast: HOT_MIN, unit: '' }),
    ),
  ]
}

/** Adds all photos, then ingests them one after another. */
async function addPhotos(
  ctx: Context,
  accounts: readonly string[],
): Promise<{ added: number[]; ready: number[] }> {
  const photos = Array.from({ length: PHOTOS }, (_, i) => ({
    account_id: accounts[i % accounts.length]!,
    photo_id: randomUUID(),
  }))
  const [added, ready]: [number[], number[]] = [[], []]
  for (const key of photos)
    added.push(
      await measureElapsedMs(() =>
        change(ctx, tx => insertPhoto(tx, createPhoto(key, ctx.clock.now()), 'jpeg-png')),
      ),
    )
  const ingested = { width: 4032, height: 3024, placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI' }
  const variants = JSON.stringify(VARIANTS)
  for (const key of photos)
    ready.push(
      await measureElapsedMs(() =>
        change(ctx, tx => markPhotoReady(tx, key, { ...ingested, variants: JSON.parse(variants) })),
      ),
    )
  return { added, ready }
}

const createPhoto = (key: { account_id: string; photo_id: string }, now: Date) => ({
  ...key,
  upload_id: key.photo_id,
  sha256: randomBytes(32).toString('hex'),
  crc32: 1,
  size: 3_000_000,
  content_type: 'image/jpeg' as const,
  file_name: 'IMG_1.jpg',
  taken_at: '2025-07-10 12:00:00',
  taken_offset: 60,
  taken_sort: '2025-07-10 12:00:00',
  taken_unknown: false,
  taken_month: 202507,
  created_month: now.getUTCFullYear() * 100 + now.getUTCMonth() + 1,
  created_at: now,
  state: 'processing' as const,
  width: 4032,
  height: 3024,
  placeholder: null,
  variants: '[]',
  camera: JSON.stringify(CAMERA),
  deleted_at: null,
  expired_at: null,
  erased_at: null,
})

/** Updates by table; a connection reports its own when it closes. */
async function countUpdates({ db }: Context): Promise<Record<string, { updates: number; hot: number }>> {
  const { rows } = await sql<{ name: string; updates: number; hot: number }>`
    select relname as name, n_tup_upd::float8 as updates, n_tup_hot_upd::float8 as hot from pg_stat_user_tables
    where relname = any(${TABLES}::text[])`.execute(db)
  return Object.fromEntries(rows.map(({ name, updates, hot }) => [name, { updates, hot }]))
}
