import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ORDERS_BATCH, ORDERS_BY_ACCOUNT } from '#contract/orders.ts'
import { findDeliveryDates } from '#server/domains/orders/delivery-dates.ts'
import { listOrders, listOrdersByArticles } from '#server/domains/orders/store.ts'
import type { OpenDatabase } from '#server/platform/db/database.ts'
import type { Schema } from '#server/schema.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure } from './harness/figure.ts'
import { vacuumAnalyze } from './harness/library.ts'
import { fillOrders } from './harness/orders.ts'
import { type Postgres, startPostgres } from './harness/postgres.ts'
import { computeMedian, measureAlternately, measureElapsedMs } from './harness/rounds.ts'

const RATIO_MAX = 1.25
const PER_ACCOUNT = 250
const SMALL = 10_000
const MANY_ORDERS = 1_000_000
/** Accounts filled by one statement, with 100,000 orders. */
const ACCOUNTS_AT_ONCE = 400

/** A page of a customer's orders must cost the same however many orders all customers have. */
export const orderPage: Bench = {
  name: 'order-page',
  target: 'p50 of a page at 1,000,000 orders of all customers ≤ 1.25 × at 10,000, on both engines',
  run: options => runOnBothEngines(options, measureEngine),
}

interface FilledDatabase {
  database: OpenDatabase<Schema>
  /** Accounts whose pages are read. */
  accountIds: string[]
}

async function measureEngine(
  engine: string,
  options: BenchOptions,
  postgres: Postgres | null,
): Promise<Outcome> {
  await using resources = new AsyncDisposableStack()
  const largePostgres = postgres && (await startPostgres(resources))
  const largeCount = options.quick ? 100_000 : MANY_ORDERS
  options.log(`${engine}: making ${SMALL.toLocaleString('en')} and ${largeCount.toLocaleString('en')} orders`)
  const small = await createFilledDatabase(resources, postgres?.url, SMALL)
  const large = await createFilledDatabase(resources, largePostgres?.url, largeCount)
  const correct = await verifyPages(large)
  const [rounds, reads] = options.quick ? [3, 40] : [9, 200]
  options.log(`${engine}: ${rounds} rounds of ${reads} pages each`)
  const figures = []
  for (const [what, read] of Object.entries(READS)) {
    const measureP50 = ({ database, accountIds }: FilledDatabase) =>
      timePages(database, accountIds, reads, read)
    await measureP50(small)
    await measureP50(large)
    const measured = await measureAlternately(
      rounds,
      () => measureP50(large),
      () => measureP50(small),
    )
    figures.push(
      createFigure(
        `${engine}: p50 of ${what} at ${largeCount.toLocaleString('en')} orders against ${SMALL.toLocaleString('en')}`,
        measured.map(each => each.product / each.reference),
        { atMost: RATIO_MAX, note: `${computeMedian(measured.map(each => each.product)).toFixed(2)} ms` },
      ),
    )
  }
  return { correct: correct.map(each => `${engine}: ${each}`), figures }
}

async function createFilledDatabase(
  resources: AsyncDisposableStack,
  url: string | undefined,
  orders: number,
): Promise<FilledDatabase> {
  const database = await openBenchDatabase(await createDataDirectory(resources, url))
  resources.defer(() => database.close())
  const accountIds = Array.from({ length: orders / PER_ACCOUNT }, () => randomUUID())
  for (let at = 0; at < accountIds.length; at += ACCOUNTS_AT_ONCE)
    await fillOrders(database.db, {
      accountIds: accountIds.slice(at, at + ACCOUNTS_AT_ONCE),
      ordersPerAccount: PER_ACCOUNT,
      daysApart: 4,
    })
  await vacuumAnalyze(database)
  // The same number of accounts is read from both databases, few enough that their pages stay in the cache of each.
  const step = accountIds.length / (SMALL / PER_ACCOUNT)
  return { database, accountIds: accountIds.filter((_, at) => at % step === 0) }
}

type ReadPage = (db: OpenDatabase<Schema>['db'], accountId: string, round: number) => Promise<unknown>

/** The reads of the routes. */
const READS: Record<string, ReadPage> = {
  'a page of 100': async (db, accountId, round) => {
    const offset = (round % 2) * ORDERS_BATCH
    const page = { offset, limit: ORDERS_BATCH, payableAfter: new Date() }
    const rows = await listOrders(db, accountId, page)
    verify(rows.length === ORDERS_BATCH, 'the page is full')
    const dates = await findDeliveryDates(
      db,
      rows.map(row => row.code),
    )
    verify(dates.size === ORDERS_BATCH, 'all have delivery dates')
  },
  'ten by their articles': async (db, accountId, round) => {
    const page = { offset: (round % 5) * 10, limit: ORDERS_BY_ACCOUNT }
    const rows = await listOrdersByArticles(db, accountId, ['BOOK-21X21-24'], page)
    verify(rows.length === ORDERS_BY_ACCOUNT, 'the page is full')
  },
}

async function timePages(
  { db }: OpenDatabase<Schema>,
  accountIds: readonly string[],
  reads: number,
  read: ReadPage,
): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < reads; at++)
    times.push(await measureElapsedMs(() => read(db, accountIds[(at * 7) % accountIds.length]!, at)))
  return computeMedian(times)
}

/** Verifies pages against a full scan. */
async function verifyPages({ database: { db }, accountIds }: FilledDatabase): Promise<string[]> {
  const [accountId] = accountIds
  const { rows } = await sql<{ code: string }>`
    select code from (select * from orders offset 0) scanned
    where account_id = ${accountId} order by created_at desc, code desc`.execute(db)
  verify(rows.length === PER_ACCOUNT, `${rows.length} orders of the account`)
  for (const offset of [0, 100, 200]) {
    const page = await listOrders(db, accountId!, { offset, limit: ORDERS_BATCH })
    const expectedCodes = rows.slice(offset, offset + ORDERS_BATCH).map(row => row.code)
    verify(page.map(row => row.code).join() === expectedCodes.join(), `the page at ${offset}`)
  }
  return ['pages at 0, 100 and 200 equal a full scan']
}
