import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVICES } from '#contract/endpoint.ts'
import { getOrders, ORDERS_BATCH } from '#contract/orders.ts'
import { getMonthPage, TIMELINE_PAGE } from '#contract/photos.ts'
import type { Client } from '#server/testing/client.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { compareRoutes } from './harness/compare-routes.ts'
import { type Customer, signIn } from './harness/customer.ts'
import {
  addCustomer,
  createDataDirectory,
  type DataDirectory,
  openBenchDatabase,
} from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import type { Figure } from './harness/figure.ts'
import { FULL_MONTH, fillLibrary, vacuumAnalyze } from './harness/library.ts'
import { hasWrk } from './harness/load.ts'
import { createMonthPageUrls } from './harness/month-page-urls.ts'
import { fillOrders } from './harness/orders.ts'
import type { Postgres } from './harness/postgres.ts'
import { startReference } from './harness/reference.ts'
import { type BenchServer, startServer } from './harness/server.ts'

/** Minimum ratios of the CPU of the bare route to that of the product's answer; cold ones are 111 µs to 700 and 1250. */
const TARGETS = {
  PostgreSQL: { cold: 0.159, warm: 0.8, orders: 0.5 },
  PGlite: { cold: 0.089, warm: 0.5, orders: 0.5 },
}
const PHOTOS = 10_000
const ORDERS = 250
const WARM_UP = 6000

/** CPU of the answer of a page: built anew, and answered from the cache while nothing has changed. */
export const pageAnswers: Bench = {
  name: 'page-answers',
  target:
    'CPU of a bare Fastify route with the same JSON against the answer, its database counted in: a month page cold ≥ 0.159 (PostgreSQL) and ≥ 0.089 (PGlite), warm ≥ 0.8 and ≥ 0.5; a page of orders warm ≥ 0.5',
  run: async options => ({
    ...(await runOnBothEngines(options, measureEngine)),
    notes: hasWrk ? [] : ['The load came from a Node client, wrk is not installed'],
  }),
}

type Engine = keyof typeof TARGETS

/** A route under load. */
interface MeasuredRoute {
  what: string
  atLeast: number
  urls: string[]
  /** Bytes of the same answer by the bare route. */
  json: string
  headers?: Record<string, string>
}

async function measureEngine(
  engine: Engine,
  options: BenchOptions,
  postgres: Postgres | null,
): Promise<Outcome> {
  await using resources = new AsyncDisposableStack()
  const dataDirectory = await createDataDirectory(resources, postgres?.url)
  const customer = await fillDatabase(dataDirectory)
  const targets = TARGETS[engine]
  const figures: Figure[] = []
  const measure = async (server: BenchServer, client: Client, measured: MeasuredRoute) => {
    options.log(`${engine}: ${measured.what}`)
    figures.push(
      await measureRoute(engine, options, { server, client, postgres, dataDirectory, resources }, measured),
    )
  }
  const coldServer = await startServer(dataDirectory, resources, { ANSWER_CACHE_MB: '0' })
  const coldClient = await signIn(coldServer.origin, customer)
  const coldPages = await createPageRequests(coldServer, coldClient)
  await measure(coldServer, coldClient, { what: 'a month page, cold', atLeast: targets.cold, ...coldPages })
  await coldServer.close()
  const warmServer = await startServer(dataDirectory, resources)
  const client = await signIn(warmServer.origin, customer)
  const pages = await createPageRequests(warmServer, client)
  const brotli = { headers: { 'accept-encoding': 'br' } }
  await measure(warmServer, client, { what: 'a month page, warm', atLeast: targets.warm, ...pages })
  await measure(warmServer, client, {
    what: 'a month page, warm, compressed',
    atLeast: targets.warm,
    ...pages,
    ...brotli,
  })
  const orders = await createOrderRequests(warmServer, client)
  await measure(warmServer, client, {
    what: `${ORDERS_BATCH} orders, warm`,
    atLeast: targets.orders,
    ...orders,
  })
  await warmServer.close()
  return { correct: [`${engine}: each page is full, and is answered alike cold and warm`], figures }
}

async function fillDatabase(dataDirectory: DataDirectory): Promise<Customer> {
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  await fillLibrary(database.db, customer.accountId, PHOTOS)
  await fillOrders(database.db, {
    accountIds: [customer.accountId],
    ordersPerAccount: ORDERS,
    daysApart: 4,
  })
  await vacuumAnalyze(database)
  await database.close()
  return customer
}

/** Lists the addresses of the first page of every month. */
async function createPageRequests(
  { origin }: BenchServer,
  client: Client,
): Promise<Pick<MeasuredRoute, 'urls' | 'json'>> {
  const urls = createMonthPageUrls(origin)
  const getPage = () => client.call(getMonthPage, { params: FULL_MONTH, query: { limit: TIMELINE_PAGE } })
  const page = await getPage()
  verify(page.images.length === TIMELINE_PAGE, 'the page is full')
  verify(JSON.stringify(page) === JSON.stringify(await getPage()), 'the second answer is the first')
  return { urls, json: JSON.stringify(page) }
}

async function createOrderRequests(
  { origin }: BenchServer,
  client: Client,
): Promise<Pick<MeasuredRoute, 'urls' | 'json'>> {
  const query = { Offset: 0, Limit: ORDERS_BATCH }
  const page = await client.call(getOrders, { query })
  verify(page.superOrders.length === ORDERS_BATCH, 'the page is full')
  const again = await client.call(getOrders, { query })
  verify(JSON.stringify(page) === JSON.stringify(again), 'the second answer is the first')
  const urls = [0, 1].map(
    at => `${origin}${SERVICES.orders}${getOrders.path}?Offset=${at * ORDERS_BATCH}&Limit=${ORDERS_BATCH}`,
  )
  return { urls, json: JSON.stringify(page) }
}

interface Setup {
  server: BenchServer
  client: Client
  postgres: Postgres | null
  dataDirectory: DataDirectory
  resources: AsyncDisposableStack
}

async function measureRoute(
  engine: Engine,
  { quick }: BenchOptions,
  { server, client, postgres, dataDirectory, resources }: Setup,
  { what, atLeast, urls, json, headers }: MeasuredRoute,
): Promise<Figure> {
  // Short rounds: the other load of the machine is then the same for both sides.
  const [rounds, seconds] = quick ? [3, 2] : [11, 2]
  const file = join(dataDirectory.folder, 'answer.json')
  await writeFile(file, json)
  const bareRoute = await startReference(file, resources)
  const { folder } = dataDirectory
  verify(
    (await (await fetch(`${bareRoute.origin}/page`)).text()) === json,
    'the bare route sends the same JSON',
  )
  return compareRoutes(
    `${engine}: ${what}`,
    {
      product: { urls, cpu: () => server.cpu() + (postgres?.cpu() ?? 0) },
      reference: { urls: [`${bareRoute.origin}/page`], cpu: () => bareRoute.cpu() },
    },
    {
      rounds,
      seconds,
      folder,
      headers: { authorization: `Bearer ${client.token}`, ...headers },
      warmUp: WARM_UP,
    },
    { atLeast },
  )
}
