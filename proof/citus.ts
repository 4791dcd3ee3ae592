import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { addAlbumPhotos, createAlbum, getAlbumPhotos } from '#contract/albums.ts'
import { searchPhotos } from '#contract/photo-search.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { migrateDatabase } from '#server/migrate-database.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createDistributionStatements } from '#server/run-command.ts'
import type { Schema } from '#server/schema.ts'
import { Client } from '#server/testing/client.ts'
import { drainFaults } from '#server/testing/faults.ts'
import { testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { orderForTests, productForTests } from '#server/testing/retailer-orders.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { type Postgres, startPostgres } from './bench/harness/postgres.ts'

/*
 * Distributes the baseline over a coordinator and two workers of Citus, works with it as customers and the retailer do,
 * and stops a worker. Needs Citus in the installed PostgreSQL (docs/measurements/distribution.md says how to build it).
 */
const SETTINGS = [
  'shared_preload_libraries=citus',
  'max_prepared_transactions=200',
  'max_connections=200',
  'fsync=off',
  'citus.shard_count=4',
  'citus.node_conninfo=sslmode=disable',
]
const CUSTOMERS = 8
const PHOTOS = 3
const ROUNDS = 20
const TOKEN = 'a-token-of-thirty-two-characters-or-more'

const failures: string[] = []
const report = (what: string, found: unknown, expected: unknown) => {
  const isAsExpected = JSON.stringify(found) === JSON.stringify(expected)
  console.log(`${isAsExpected ? '✓' : '✗'} ${what}: ${JSON.stringify(found)}`)
  if (!isAsExpected) failures.push(`${what}: expected ${JSON.stringify(expected)}`)
}

async function run(url: string, statements: readonly string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const results: pg.QueryResult[] = []
    for (const statement of statements) results.push(await client.query(statement))
    return results
  } finally {
    await client.end()
  }
}

{
  await using resources = new AsyncDisposableStack()
  const nodes: Postgres[] = []
  for (let n = 0; n < 3; n++) nodes.push(await startPostgres(resources, SETTINGS))
  const [coordinator, ...workers] = nodes.map(({ url }) => url)
  for (const { url } of nodes) await run(url, ['create extension citus'])
  await distribute(coordinator!, workers)

  const storage = {
    folder: await createTemporaryFolder(resources),
    location: { url: coordinator! },
    secret: randomUUID().repeat(2),
  }
  const server = await testServer({ storage, config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } })
  resources.defer(() => server.close())
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => server.customer()))

  for (const customer of customers)
    for (let n = 0; n < PHOTOS; n++) await customer.upload(`${n}.jpg`, await jpeg())
  await server.idle()
  const counts = await Promise.all(customers.map(work))
  report('photos, search, album, photos after a deletion', counts, Array(CUSTOMERS).fill([3, 3, 2, 2]))

  const outcomes = await Promise.all(customers.map(customer => sendVersions(server.origin, customer)))
  report('orders whose higher version was stored', outcomes, Array(CUSTOMERS).fill(ROUNDS))

  const nodeOf = await findNodes(coordinator!, customers)
  const [firstPort] = [...new Set(nodeOf.values())]
  await run(coordinator!, [
    `alter system set citus.node_connection_timeout = 2000`,
    'select pg_reload_conf()',
  ])
  process.kill(nodes.find(({ url }) => new URL(url).port === firstPort)!.pid, 'SIGQUIT')
  const answers = await Promise.all(customers.map(customer => customer.send(getPhotos, { query: {} })))
  report(
    'answers while the node of some customers is down',
    answers.map(({ status }) => status),
    customers.map(({ accountId }) => (nodeOf.get(accountId) === firstPort ? 503 : 200)),
  )
  report('statements that a cluster could not execute', drainFaults(), [])
}
for (const failure of failures) console.error(failure)
process.exit(failures.length === 0 ? 0 : 1)

/** Creates the tables on the coordinator and runs the printed SQL, as docs/operations.md says. */
async function distribute(coordinator: string, workers: readonly string[]): Promise<void> {
  const database = await openDatabase<Schema>({ url: coordinator })
  await migrateDatabase(database, createLog({ level: 'fatal' }))
  await database.close()
  const address = (url: string) => `'127.0.0.1', ${new URL(url).port}`
  const results = await run(coordinator, [
    `select citus_set_coordinator_host(${address(coordinator)})`,
    ...workers.map(url => `select citus_add_node(${address(url)})`),
    ...createDistributionStatements(),
  ])
  const triggers = results.slice(-3).flatMap(({ rows }) => rows.map(({ success }) => success))
  report('triggers on shards were created', new Set(triggers).values().toArray(), [true])
}

/** What a customer sees of three uploaded photos: page, search, album, and the page after one was deleted. */
async function work(customer: Client): Promise<number[]> {
  const { images } = await customer.call(getPhotos, { query: {} })
  const found = await customer.call(searchPhotos, { query: {} })
  const { albumId } = await customer.call(createAlbum, { body: { name: 'Summer' } })
  const [first, second, third] = images.map(({ imageId }) => imageId)
  await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: [first!, second!] } })
  const album = await customer.call(getAlbumPhotos, { params: { id: albumId }, query: {} })
  await customer.call(deletePhotos, { body: { photoIds: [third!] } })
  const left = await customer.call(getPhotos, { query: {} })
  return [images.length, found.images.length, album.images.length, left.images.length]
}

/** Sends two first versions of an order at the same moment, several times; counts those whose higher one is stored. */
async function sendVersions(origin: string, { accountId }: Client): Promise<number> {
  const retailer = new Client(origin, '', '', TOKEN)
  const now = new Date()
  let stored = 0
  for (let n = 0; n < ROUNDS; n++) {
    const code = randomUUID()
    const send = (version: number) => {
      const body = orderForTests(accountId, now, { version, products: [productForTests(code)] })
      return retailer.call(putOrder, { params: { code }, body })
    }
    await Promise.all((n % 2 === 0 ? [2, 1] : [1, 2]).map(send))
    const { version, stored: isNew } = await send(2)
    if (version === 2 && isNew === false) stored++
  }
  return stored
}

/** The port of the node that has the photos of each customer. */
async function findNodes(coordinator: string, customers: readonly Client[]): Promise<Map<string, string>> {
  const results = await run(
    coordinator,
    customers.map(
      ({ accountId }) => `
        select nodeport from pg_dist_shard_placement
        where shardid = get_shard_id_for_distribution_column('photos', '${accountId}')`,
    ),
  )
  return new Map(customers.map(({ accountId }, i) => [accountId, String(results[i]!.rows[0].nodeport)]))
}
