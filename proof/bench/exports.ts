import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { request } from 'undici'
import { getExportChunkUrl } from '#contract/exports.ts'
import type { Bench, BenchOptions } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase, openBlobs } from './harness/data-directory.ts'
import { requestExport } from './harness/export.ts'
import { measureFetchSeconds } from './harness/fetch-time.ts'
import { createFigure, createUnjudgedFigure, type Figure } from './harness/figure.ts'
import { addOriginals } from './harness/library.ts'
import { startMailbox } from './harness/mailbox.ts'
import { startNginx } from './harness/nginx.ts'
import { createPictures } from './harness/pictures.ts'
import { computeMedian, measureAlternately } from './harness/rounds.ts'
import { sampleMemory } from './harness/sample-memory.ts'
import { startServer } from './harness/server.ts'
import { verifyZip } from './harness/verify-zip.ts'

const NGINX_MIN = 0.75
const GROWTH_MAX = 32

/** The zips of an export are never stored, and stream like files. How soon it is ready is a figure of at-size. */
export const exports: Bench = {
  name: 'exports',
  target: `stream of an export ≥ ${NGINX_MIN} of nginx sendfile, memory growth ≤ ${GROWTH_MAX} MiB`,
  async run(options) {
    const figures = await measureStream(options)
    return { correct: ['an independent reader finds the photos of the streamed zip intact'], figures }
  },
}

/** Streams the first chunk of a library with real bytes, against the same zip as a file. */
async function measureStream({ quick, log, resources }: BenchOptions): Promise<Figure[]> {
  const rounds = quick ? 3 : 9
  const dataDirectory = await createDataDirectory(resources)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  const photos = await createPictures(100)
  await addOriginals(database.db, openBlobs(dataDirectory), customer.accountId, photos)
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
  await verifyZip(file, photos, getPictureName)
  const nginx = await startNginx(join(dataDirectory.folder, 'archive'), resources)
  if (!nginx)
    return [
      createUnjudgedFigure('stream against nginx sendfile', `≥ ${NGINX_MIN} ×`, 'nginx is not installed'),
    ]
  log(`${rounds} rounds against nginx, ${(length / 1e6).toFixed(0)} MB`)
  const product = () => measureFetchSeconds(url, length)
  const reference = () => measureFetchSeconds(`${nginx.origin}/photos.zip`, length)
  await product()
  await reference()
  const measured = await measureAlternately(rounds, product, reference)
  const speed = (length / computeMedian(measured.map(each => each.product)) / 1e6).toFixed(0)
  return [
    createFigure(
      'stream against nginx sendfile',
      measured.map(each => each.reference / each.product),
      { atLeast: NGINX_MIN, note: `${speed} MB/s` },
    ),
    createFigure('memory growth of the server while it streams', [memory.growth()], {
      atMost: GROWTH_MAX,
      unit: 'MiB',
    }),
  ]
}

/** Returns the photo's file name; null for manifests. */
function getPictureName(path: string): string | null {
  return path.startsWith('manifest.') ? null : path.slice(path.lastIndexOf('/') + 1)
}
