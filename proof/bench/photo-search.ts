import type { PhotoFilter } from '#contract/filter-query.ts'
import { getSearchTimeline, searchPhotos } from '#contract/photo-search.ts'
import { getSearchSuggestions } from '#contract/search-suggestions.ts'
import type { Client } from '#server/testing/client.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure } from './harness/figure.ts'
import { fillLibrary, vacuumAnalyze } from './harness/library.ts'
import type { Postgres } from './harness/postgres.ts'
import { computeQuantile, measureAlternately } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const PHOTOS = 100_000
const OTHER_PHOTOS = 60_000
const PAGE_MS = 30
const COUNTS_MS = { PostgreSQL: 100, PGlite: 400 }
const SUGGESTIONS_MS = 60
const DEEP_SHARE = 0.9
const DEEP_MAX = 1.2
const DEEP_ROUNDS = 21

/** Filters that differ with each repetition, so that no answer is kept from the last one. */
const createFilters = (i: number): PhotoFilter[] => [
  { date: [`${2007 + (i % 18)}-0${1 + (i % 9)}`] },
  { date: [`${2007 + (i % 18)}..${2009 + (i % 17)}`], shape: ['landscape'] },
  { days: ['christmas'], name: `img ${i % 10}` },
  { days: ['sun'], name: `${1 + (i % 9)}` },
  { name: `${12_345 + i}` },
  { name: 'img', print: `10x${15 + (i % 20)}` },
]

/** The search of a customer with 100,000 photos among others. */
export const photoSearch: Bench = {
  name: 'photo-search',
  target:
    '100,000 photos among 60,000 others: page p95 ≤ 30 ms, counts p95 ≤ 100 ms (PGlite 400 ms), suggestions p95 ≤ 60 ms, deep pages ≤ 1.2 × the first (NX-209)',
  run: options => runOnBothEngines(options, measureEngine),
}

async function measureEngine(
  engine: 'PostgreSQL' | 'PGlite',
  { quick, log }: BenchOptions,
  postgres: Postgres | null,
): Promise<Outcome> {
  await using resources = new AsyncDisposableStack()
  const dataDirectory = await createDataDirectory(resources, postgres?.url)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  const other = await addCustomer(database.db)
  await fillLibrary(database.db, customer.accountId, quick ? PHOTOS / 10 : PHOTOS)
  await fillLibrary(database.db, other.accountId, quick ? OTHER_PHOTOS / 10 : OTHER_PHOTOS)
  await vacuumAnalyze(database)
  await database.close()
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, customer)
  const { total } = await client.call(getSearchTimeline, { query: { name: 'img' } as never })
  verify(total === (quick ? PHOTOS / 10 : PHOTOS), `${total} photos are found by a part of all names`)
  // 300 calls a minute of each kind are answered.
  const repetitions = quick ? 3 : 12
  log(`${engine}: ${repetitions} repetitions of each filter`)
  const page: number[] = []
  const counts: number[] = []
  const suggestions: number[] = []
  for (let i = 0; i < repetitions; i++)
    for (const filter of createFilters(i)) {
      page.push(await time(() => client.call(searchPhotos, { query: { ...filter, limit: 48 } as never })))
      counts.push(await time(() => client.call(getSearchTimeline, { query: filter as never })))
      suggestions.push(await time(() => suggest(client, `july ${2007 + i}`)))
    }
  log(`${engine}: pages after ${total * DEEP_SHARE} photos`)
  const deep = await measureDeepPages(client, total * DEEP_SHARE)
  const p95 = (times: number[]) => [computeQuantile(times, 0.95)]
  return {
    correct: [
      `${engine}: a part of all names finds all photos`,
      `${engine}: no photo is twice in ${deep.photos} of them`,
    ],
    figures: [
      createFigure(`${engine}: a page, p95`, p95(page), { atMost: PAGE_MS, unit: 'ms' }),
      createFigure(`${engine}: counts, p95`, p95(counts), { atMost: COUNTS_MS[engine], unit: 'ms' }),
      createFigure(`${engine}: suggestions, p95`, p95(suggestions), { atMost: SUGGESTIONS_MS, unit: 'ms' }),
      createFigure(`${engine}: a deep page against the first`, deep.ratios, { atMost: DEEP_MAX }),
    ],
  }
}

/** Compares pages after many photos with the first one, alternately, and verifies that the pages before are without repetition. */
async function measureDeepPages(
  client: Client,
  depth: number,
): Promise<{ photos: number; ratios: number[] }> {
  const query = { name: 'img' }
  const ids = new Set<string>()
  let cursor: string | null = null
  let photos = 0
  while (photos < depth) {
    const page: { images: { imageId: string }[]; cursor: string | null } = await client.call(searchPhotos, {
      query: { ...query, limit: 500, ...(cursor === null ? {} : { cursor }) } as never,
    })
    for (const { imageId } of page.images) ids.add(imageId)
    photos += page.images.length
    cursor = page.cursor
    verify(cursor !== null, 'there are more photos')
  }
  verify(ids.size === photos, `${photos - ids.size} photos are on two pages`)
  const measured = await measureAlternately(
    DEEP_ROUNDS,
    () => time(() => client.call(searchPhotos, { query: { ...query, limit: 48, cursor } as never })),
    () => time(() => client.call(searchPhotos, { query: { ...query, limit: 48 } as never })),
  )
  return { photos, ratios: measured.map(({ product, reference }) => product / reference) }
}

const suggest = (client: Client, text: string) =>
  client.call(getSearchSuggestions, { query: { text, locale: 'en-GB' } as never })

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
