import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { INDEX_STEP, TIMELINE_PAGE } from '#contract/photos.ts'
import type { Context } from '#server/context.ts'
import { listAlbums } from '#server/domains/albums/store/albums.ts'
import { listAlbumPhotos } from '#server/domains/albums/store/photo-pages.ts'
import { findStoredBytes, getLibrarySizes } from '#server/domains/photos/index.ts'
import { listMonthCounts } from '#server/domains/photos/store/month-counts.ts'
import { listMonthIndex, listMonthPhotos } from '#server/domains/photos/store/pages.ts'
import { createFigure, type Figure } from '../harness/figure.ts'
import { computeMedian, measureElapsedMs } from '../harness/rounds.ts'
import { type Accounts, MONTH, NEWEST } from './accounts.ts'

/** The limit of one read, whatever the size of the library and of the database. */
const READ_MAX_MS = 10
const BY_CREATION = { sortKey: 'created', sortOrder: 'desc' } as const

/** Measures single reads, by their medians, of accounts of all sizes. */
export async function measureReads(
  { db }: Context,
  { allIds: all, largeIds: large }: Accounts,
  rounds: number,
): Promise<Figure[]> {
  const { rows: albums } = await sql<{ account_id: string; album_id: string }>`
    select account_id, album_id from albums where account_id = any(${large}::text[])`.execute(db)
  const ends = await listMonthIndex(db, large[0]!, MONTH, NEWEST, INDEX_STEP)
  const pickRandom = <T>(list: readonly T[]): T => list[randomInt(list.length)]!
  const reads: [string, () => Promise<unknown>][] = [
    ['timeline', () => listMonthCounts(db, pickRandom(all), 'dateTaken')],
    [
      'a page of a month',
      () => listMonthPhotos(db, pickRandom(large), MONTH, NEWEST, pickRandom(ends), TIMELINE_PAGE),
    ],
    [
      'a page of albums',
      () => listAlbums(db, pickRandom(large), BY_CREATION, { cursor: null, limit: 50, shared: true }),
    ],
    ['a page of an album', () => listAlbumPhotos(db, pickRandom(albums), BY_CREATION, null, TIMELINE_PAGE)],
    ['storage totals of an account', () => findStoredBytes(db, pickRandom(all))],
    ['photos and bytes of an account', () => getLibrarySizes(db, [pickRandom(all)])],
  ]
  const figures: Figure[] = []
  for (const [what, read] of reads) {
    const medians: number[] = []
    for (let round = 0; round < rounds + 1; round++) {
      const times: number[] = []
      for (let i = 0; i < 200; i++) times.push(await measureElapsedMs(read))
      // The first round fills caches.
      if (round > 0) medians.push(computeMedian(times))
    }
    figures.push(createFigure(what, medians, { atMost: READ_MAX_MS, unit: 'ms' }))
  }
  return figures
}
