import { sql } from 'kysely'
import { INDEX_STEP, TIMELINE_PAGE } from '#contract/photos.ts'
import { listMonthIndex, listMonthPhotos } from '#server/domains/photos/store/pages.ts'
import type { OpenDatabase } from '#server/platform/db/database.ts'
import type { Schema } from '#server/schema.ts'
import { findMonthCountErrors } from '#server/testing/consistency-checks.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import type { Customer } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { figure, notJudged } from './harness/figure.ts'
import { FIRST_YEAR, FULL_MONTH, fillLibrary, MONTHS, vacuumAnalyze } from './harness/library.ts'
import { type Postgres, startPostgres } from './harness/postgres.ts'
import { alternate, elapsed, median } from './harness/rounds.ts'

const SIZE_MAX = 1.25
const DEPTH_MAX = 1.1
const ORDER = { sortKey: 'dateTaken', sortOrder: 'desc' } as const

/** A page of a month must cost the same in every library and at every position. */
export const monthPageBench: Bench = {
  name: 'month-page',
  target: 'p50 at 1,000,000 photos ≤ 1.25 × at 10,000, last page ≤ 1.10 × first, on both engines',
  async run(options) {
    const postgres = await startPostgres(options.resources)
    const notInstalled = (what: string) => notJudged(what, '', 'no PostgreSQL on this machine')
    const parts: Outcome[] = [
      postgres
        ? await onEngine('PostgreSQL', options, postgres)
        : { correct: [], figures: [notInstalled('PostgreSQL')] },
      await onEngine('PGlite', options, null),
    ]
    return {
      correct: parts.flatMap(part => part.correct),
      figures: parts.flatMap(part => part.figures),
    }
  },
}

async function onEngine(engine: string, options: BenchOptions, postgres: Postgres | null): Promise<Outcome> {
  const { quick, log } = options
  await using resources = new AsyncDisposableStack()
  const dataDirectory = await createDataDirectory(resources, postgres?.url)
  const database = await openBenchDatabase(dataDirectory)
  const small = await addCustomer(database.db)
  const large = await addCustomer(database.db)
  const many = quick ? 100_000 : 1_000_000
  log(`${engine}: making a library of 10,000 and one of ${many.toLocaleString('en')} photos`)
  await fillLibrary(database.db, small.accountId, 10_000)
  await fillLibrary(database.db, large.accountId, many)
  await vacuumAnalyze(database)
  const correct = await verifyContents(database, large.accountId, many)
  const figures = await measureQueries(engine, options, database, small, large)
  await database.close()
  return {
    correct: correct.map(each => `${engine}: ${each}`),
    figures,
  }
}

/** Contents against a full scan, and the month summary against a recount. */
async function verifyContents(database: OpenDatabase<Schema>, accountId: string, photos: number) {
  const { db } = database
  const month = { groupBy: 'dateTaken', month: FULL_MONTH.year * 100 + FULL_MONTH.month } as const
  const { rows } = await sql<{ photo_id: string }>`
    select photo_id from (select * from photos offset 0) scanned
    where account_id = ${accountId} and taken_month = ${month.month} and deleted_at is null
    order by taken_sort desc, photo_id desc`.execute(db)
  const ends = await listMonthIndex(db, accountId, month, ORDER, INDEX_STEP)
  const cursors = [null, ends[0]!, ends[Math.floor(ends.length / 2)]!, ends.at(-1)!]
  for (const cursor of cursors) {
    const from = cursor ? rows.findIndex(row => row.photo_id === cursor.id) + 1 : 0
    const page = await listMonthPhotos(db, accountId, month, ORDER, cursor, TIMELINE_PAGE)
    const wanted = rows.slice(from, from + TIMELINE_PAGE).map(row => row.photo_id)
    verify(page.rows.map(row => row.photo_id).join() === wanted.join(), `the page after ${from} photos`)
  }
  verify(
    (await findMonthCountErrors({ db } as never, accountId)).length === 0,
    'the month summary equals a recount',
  )
  return [
    `pages at ${cursors.length} positions of a month of ${rows.length} photos equal a full scan`,
    `the month summary of ${photos} photos equals a recount`,
  ]
}

async function measureQueries(
  engine: string,
  { quick, log }: BenchOptions,
  { db }: OpenDatabase<Schema>,
  small: Customer,
  large: Customer,
) {
  const [rounds, pages] = quick ? [3, 40] : [9, 200]
  const months = Array.from({ length: pages }, (_, i) => (i * 7919) % MONTHS)
  const p50 = async (customer: Customer) => {
    const times: number[] = []
    for (const at of months) {
      const month = {
        groupBy: 'dateTaken',
        month: (FIRST_YEAR + Math.floor(at / 12)) * 100 + (at % 12) + 1,
      } as const
      times.push(
        await elapsed(() => listMonthPhotos(db, customer.accountId, month, ORDER, null, TIMELINE_PAGE)),
      )
    }
    return median(times)
  }
  const month = { groupBy: 'dateTaken', month: FULL_MONTH.year * 100 + FULL_MONTH.month } as const
  // The last full page: a page with fewer photos would be cheaper for that reason alone.
  const ends = await listMonthIndex(db, large.accountId, month, ORDER, 1)
  const last = ends.at(-TIMELINE_PAGE - 1)!
  const depth = async (cursor: typeof last | null) => {
    const times: number[] = []
    for (const _ of months)
      times.push(
        await elapsed(() => listMonthPhotos(db, large.accountId, month, ORDER, cursor, TIMELINE_PAGE)),
      )
    return median(times)
  }
  log(`${engine}: ${rounds} rounds of ${pages} pages each`)
  await p50(small)
  await p50(large)
  const bySize = await alternate(
    rounds,
    () => p50(large),
    () => p50(small),
  )
  const byDepth = await alternate(
    rounds,
    () => depth(last),
    () => depth(null),
  )
  const ms = median(bySize.map(each => each.product)).toFixed(2)
  return [
    figure(
      `${engine}: p50 of a page in the large library against 10,000 photos`,
      bySize.map(each => each.product / each.reference),
      { atMost: SIZE_MAX, note: `${ms} ms a page` },
    ),
    figure(
      `${engine}: last page of ${ends.length} photos against the first`,
      byDepth.map(each => each.product / each.reference),
      { atMost: DEPTH_MAX },
    ),
  ]
}
