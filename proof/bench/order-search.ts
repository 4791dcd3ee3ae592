import { searchOrders } from '#contract/order-searches.ts'
import type { Client } from '#server/testing/client.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure } from './harness/figure.ts'
import { vacuumAnalyze } from './harness/library.ts'
import { fillOrders } from './harness/orders.ts'
import type { Postgres } from './harness/postgres.ts'
import { computeQuantile } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const ORDERS = 5_000
const LIMITS_MS = { PostgreSQL: 80, PGlite: 150 }
const QUERIES = [
  { q: 'prints' },
  { q: 'PHOTO BOOK' },
  { q: 'b' },
  { q: 'glossy 15' },
  { q: 'calendar' },
  { state: 'sent' },
  { state: 'needs-you' },
  { state: 'in-progress', q: 'prints' },
  { year: 2024 },
] as const

/** The search of orders of a customer with many. */
export const orderSearch: Bench = {
  name: 'order-search',
  target: '5,000 orders: the answer to a search p95 ≤ 80 ms (PostgreSQL) and ≤ 150 ms (PGlite)',
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
  await fillOrders(database.db, { accountIds: [customer.accountId], ordersPerAccount: ORDERS, daysApart: 1 })
  await vacuumAnalyze(database)
  await database.close()
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, customer)
  const { total } = await client.call(searchOrders, { query: { q: 'prints' } })
  verify(total === ORDERS, `${total} of ${ORDERS} orders are found`)
  const [rounds, repetitions] = quick ? [1, 3] : [5, 10]
  await measureRound(client, repetitions)
  log(`${engine}: ${rounds} rounds`)
  const p95: number[] = []
  for (let round = 0; round < rounds; round++)
    p95.push(computeQuantile(await measureRound(client, repetitions), 0.95))
  return {
    correct: [`${engine}: a word of all orders finds all of them`],
    figures: [createFigure(`${engine}: a search, p95`, p95, { atMost: LIMITS_MS[engine], unit: 'ms' })],
  }
}

/** Searches one after the other; returns the milliseconds of each. */
async function measureRound(client: Client, repetitions: number): Promise<number[]> {
  const times: number[] = []
  for (let repetition = 0; repetition < repetitions; repetition++)
    for (const query of QUERIES) {
      const start = performance.now()
      await client.call(searchOrders, { query })
      times.push(performance.now() - start)
    }
  return times
}
