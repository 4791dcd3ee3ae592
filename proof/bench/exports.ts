import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import { request } from 'undici'
import { getExportChunkUrl } from '#contract/exports.ts'
import type { Schema } from '#server/schema.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { type Customer, signIn } from './harness/customer.ts'
import {
  addCustomer,
  blobsOf,
  createDataDirectory,
  openBenchDatabase,
  withDatabase,
} from './harness/data-directory.ts'
import { measureExport, requestExport } from './harness/export.ts'
import { secondsToFetch } from './harness/fetch-time.ts'
import { figure, notJudged } from './harness/figure.ts'
import { folderBytes } from './harness/folder-size.ts'
import { addOriginals, fillAlbums, fillLibrary, vacuumAnalyze } from './harness/library.ts'
import { startMailbox } from './harness/mailbox.ts'
import { startNginx } from './harness/nginx.ts'
import { pictures } from './harness/pictures.ts'
import { startPostgres } from './harness/postgres.ts'
import { measureAlternately, median } from './harness/rounds.ts'
import { sampleMemory } from './harness/sample-memory.ts'
import { startServer } from './harness/server.ts'
import { verifyZip } from './harness/verify-zip.ts'

const READY_MAX = 5
const ALBUMS = 200
/** Albums add their names to each photo: one read of them, and longer lists. */
const ALBUMS_MAX = 2.5
const NGINX_MIN = 0.75
const GROWTH_MAX = 32

/** An export must be ready within seconds and stream like a file, although its zips are never stored. */
export const exports: Bench = {
  name: 'exports',
  target:
    'export of 100,000 photos in 200 albums READY in ≤ 5 s and ≤ 2.5 × without albums, with 0 bytes of temporary disk; its stream ≥ 0.75 of nginx sendfile, memory growth ≤ 32 MiB',
  async run(options) {
    const { quick, resources } = options
    const count = quick ? 20_000 : 100_000
    const embedded = await measureExports(options, count)
    const postgres = await startPostgres(resources)
    const large = postgres && (await measureExports(options, count, postgres.url))
    const stream = await measureStream(options)
    const ready = (seconds: number[], engine: string) =>
      figure(
        `request to READY, ${count.toLocaleString('en')} photos in ${ALBUMS} albums, ${engine}`,
        seconds,
        {
          atMost: READY_MAX,
          unit: 's',
        },
      )
    const ratio = (ratios: number[], engine: string) =>
      figure(`the same against a library without albums, ${engine}`, ratios, { atMost: ALBUMS_MAX })
    const disk = [embedded.disk, ...(large ? [large.disk] : [])]
    return {
      correct: [
        'every photo is in exactly one chunk',
        'every photo is listed with its album',
        'an independent reader finds the photos of the streamed zip intact',
      ],
      figures: [
        ready(embedded.seconds, 'embedded'),
        ratio(embedded.ratios, 'embedded'),
        large
          ? ready(large.seconds, 'PostgreSQL')
          : notJudged('request to READY, PostgreSQL', `≤ ${READY_MAX} s`, 'PostgreSQL is not installed'),
        ...(large ? [ratio(large.ratios, 'PostgreSQL')] : []),
        figure('bytes written outside of the database', [Math.max(...disk)], { atMost: 0, unit: 'bytes' }),
        ...stream,
      ],
    }
  },
}

/** Requests exports of libraries without bytes, per round one in albums and one without, one customer each. */
async function measureExports({ quick, log, resources }: BenchOptions, photos: number, databaseUrl?: string) {
  const rounds = quick ? 1 : 3
  const dataDirectory = await createDataDirectory(resources, databaseUrl)
  const database = await openBenchDatabase(dataDirectory)
  const customers: { inAlbums: Customer; without: Customer }[] = []
  for (let round = 0; round < rounds; round++)
    customers.push({ inAlbums: await addCustomer(database.db), without: await addCustomer(database.db) })
  for (const { inAlbums, without } of customers)
    for (const { accountId } of [inAlbums, without]) await fillLibrary(database.db, accountId, photos)
  await vacuumAnalyze(database)
  // Newer than the engine's statistics: a plan that reads all albums for each part of an export looks cheap then.
  for (const { inAlbums } of customers) await fillAlbums(database.db, inAlbums.accountId, ALBUMS)
  await database.close()
  const server = await startServer(dataDirectory, resources, await startMailbox(resources))
  log(
    `${rounds} × 2 exports of ${photos.toLocaleString('en')} photos, ${databaseUrl ? 'PostgreSQL' : 'embedded'}`,
  )
  const secondsToReady = async (customer: Customer) => {
    const { seconds, photosCount } = await measureExport(await signIn(server.origin, customer))
    verify(photosCount === photos, 'every photo is in a chunk')
    return seconds
  }
  const bytesOutside = () => folderBytes(dataDirectory.folder, name => name !== 'database')
  const before = await bytesOutside()
  const measured: { seconds: number; without: number }[] = []
  for (const { inAlbums, without } of customers)
    measured.push({ seconds: await secondsToReady(inAlbums), without: await secondsToReady(without) })
  const disk = (await bytesOutside()) - before
  await server.close()
  const named = await withDatabase(dataDirectory, ({ db }) =>
    countEntriesInAlbums(
      db,
      customers.map(({ inAlbums }) => inAlbums.accountId),
    ),
  )
  verify(named === rounds * photos, 'every photo is listed with its album')
  return {
    seconds: measured.map(each => each.seconds),
    ratios: measured.map(each => each.seconds / each.without),
    disk,
  }
}

/** Photos in the chunks of these accounts that are listed with exactly one album. */
async function countEntriesInAlbums(db: Kysely<Schema>, accountIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from export_chunks, json_array_elements(entries) entry
    where account_id = any(${accountIds}) and json_array_length(entry -> 'albums') = 1`.execute(db)
  return rows[0]!.count
}

/** Streams the first chunk of a library with real bytes, against the same zip as a file. */
async function measureStream({ quick, log, resources }: BenchOptions) {
  const rounds = quick ? 3 : 9
  const dataDirectory = await createDataDirectory(resources)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  const photos = await pictures(100)
  await addOriginals(database.db, blobsOf(dataDirectory), customer.accountId, photos)
  await database.close()
  const server = await startServer(dataDirectory, resources, await startMailbox(resources))
  const client = await signIn(server.origin, customer)
  const { backupId, chunks } = await requestExport(client)
  const { url } = await client.call(getExportChunkUrl, { params: { backupId, iteration: 1 } })
  const length = chunks[0]!.size
  const memory = sampleMemory(server)
  const file = join(dataDirectory.folder, 'archive', 'photos.zip')
  await mkdir(dirname(file), { recursive: true })
  await pipeline((await request(url)).body, createWriteStream(file))
  await verifyZip(file, photos, entryName)
  const nginx = await startNginx(join(dataDirectory.folder, 'archive'), resources)
  if (!nginx)
    return [notJudged('stream against nginx sendfile', `≥ ${NGINX_MIN} ×`, 'nginx is not installed')]
  log(`${rounds} rounds against nginx, ${(length / 1e6).toFixed(0)} MB`)
  const product = () => secondsToFetch(url, length)
  const reference = () => secondsToFetch(`${nginx.origin}/photos.zip`, length)
  await product()
  await reference()
  const measured = await measureAlternately(rounds, product, reference)
  const speed = (length / median(measured.map(each => each.product)) / 1e6).toFixed(0)
  return [
    figure(
      'stream against nginx sendfile',
      measured.map(each => each.reference / each.product),
      { atLeast: NGINX_MIN, note: `${speed} MB/s` },
    ),
    figure('memory growth of the server while it streams', [memory.growth()], {
      atMost: GROWTH_MAX,
      unit: 'MiB',
    }),
  ]
}

/** The photo's file name; null for manifests. */
function entryName(path: string): string | null {
  return path.startsWith('manifest.') ? null : path.slice(path.lastIndexOf('/') + 1)
}
