import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { request } from 'undici'
import { createDownload, getDownloads, getDownloadUrl } from '#contract/downloads.ts'
import type { Client } from '#server/testing/client.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, blobsOf, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { secondsToFetch } from './harness/fetch-time.ts'
import { figure, notJudged } from './harness/figure.ts'
import { addOriginals } from './harness/library.ts'
import { startNginx } from './harness/nginx.ts'
import { writePictures } from './harness/picture-files.ts'
import { type Picture, pictures } from './harness/pictures.ts'
import { waitFor } from './harness/processes.ts'
import { startReference } from './harness/reference.ts'
import { alternate, median } from './harness/rounds.ts'
import { type BenchServer, startServer } from './harness/server.ts'
import { verifyZip } from './harness/verify-zip.ts'

const NGINX_MIN = 0.75
const STREAM_MIN = 0.8
const ARCHIVER_MIN = 3
const GROWTH_MAX = 32
const CUTS = 200

/** An archive that is generated while it streams must be about as fast as a file on disk. */
export const zip: Bench = {
  name: 'zip',
  target:
    '100 photos ≥ 0.75 of nginx sendfile of the same bytes (else ≥ 0.80 of a plain file stream); ≥ 3 × archiver; memory growth ≤ 32 MiB; 200 random Range splits join byte-identical',
  async run(options) {
    const { quick, log, resources } = options
    const rounds = quick ? 3 : 9
    const photos = await pictures(100)
    const { server, url, folder } = await startWithArchive(options, photos)
    const file = join(folder, 'archive', 'photos.zip')
    const memory = watchMemory(server)
    const length = await verifyContents(url, file, photos)
    const nginx = await startNginx(join(folder, 'archive'), resources)
    const plain = await startReference('file', [file], resources)
    const names = await writePictures(join(folder, 'loose'), photos)
    const archiver = await startReference('archiver', names, resources)
    const product = () => secondsToFetch(url, length)
    const against = async (address: string, bytes: number | null) => {
      await product()
      await secondsToFetch(address, bytes)
      const measured = await alternate(rounds, product, () => secondsToFetch(address, bytes))
      const speed = (length / median(measured.map(each => each.product)) / 1e6).toFixed(0)
      return { ratios: measured.map(each => each.reference / each.product), note: `${speed} MB/s` }
    }
    log(`${rounds} rounds each against nginx, a plain stream and archiver, ${(length / 1e6).toFixed(0)} MB`)
    const byNginx = nginx && (await against(`${nginx.origin}/photos.zip`, length))
    const byStream = await against(`${plain.origin}/`, length)
    const byArchiver = await against(`${archiver.origin}/`, null)
    return {
      correct: [
        'the length is the one announced, an independent reader finds 100 intact photos',
        `the answers to ${CUTS} random Range splits joined are the same bytes`,
      ],
      figures: [
        byNginx
          ? figure('throughput against nginx sendfile', byNginx.ratios, {
              atLeast: NGINX_MIN,
              note: byNginx.note,
            })
          : notJudged('throughput against nginx sendfile', `≥ ${NGINX_MIN} ×`, 'nginx is not installed'),
        {
          ...figure('throughput against a plain file stream', byStream.ratios, {
            atLeast: STREAM_MIN,
            note: byNginx ? `${byStream.note}; counts only where nginx is missing` : byStream.note,
          }),
          ...(byNginx ? { reached: null } : {}),
        },
        figure('throughput against archiver', byArchiver.ratios, {
          atLeast: ARCHIVER_MIN,
          note: byArchiver.note,
        }),
        figure('memory growth of the server over all downloads', [memory.growth()], {
          atMost: GROWTH_MAX,
          unit: 'MiB',
        }),
      ],
    }
  },
}

/** Starts a server with 100 photos; returns the address of their archive. */
async function startWithArchive({ resources, log }: BenchOptions, photos: readonly Picture[]) {
  const dataDirectory = await createDataDirectory(resources)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  log('storing 100 photos')
  const ids = await addOriginals(database.db, blobsOf(dataDirectory), customer.accountId, photos)
  await database.close()
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, customer)
  return { server, folder: dataDirectory.folder, url: await downloadUrlOf(client, ids) }
}

async function downloadUrlOf(client: Client, photoIds: readonly string[]): Promise<string> {
  const id = randomUUID()
  const photos = photoIds.map(photoId => ({ photoId, ownerId: client.accountId }))
  await client.call(createDownload, { body: { id, photos, name: 'Bench' } })
  await waitFor('The archive is prepared', 30, async () => {
    const { items } = await client.call(getDownloads)
    if (items.find(each => each.id === id)?.state !== 'ready') throw new Error('not yet')
  })
  return (await client.call(getDownloadUrl, { params: { id } })).url
}

/** Downloads the archive to a file, reads it with an independent library, and downloads it again by Range requests. */
async function verifyContents(url: string, file: string, photos: readonly Picture[]): Promise<number> {
  await mkdir(dirname(file), { recursive: true })
  const { body, headers } = await request(url)
  await pipeline(body, createWriteStream(file))
  const handle = await open(file)
  const { size } = await handle.stat()
  verify(Number(headers['content-length']) === size, 'the length is as announced')
  await verifyZip(file, photos)
  const cuts = Array.from({ length: CUTS }, () => 1 + Math.floor(Math.random() * (size - 1)))
  const bounds = [0, ...new Set(cuts), size].sort((a, b) => a - b)
  const whole = createHash('sha256')
  const joined = createHash('sha256')
  for (const [i, start] of bounds.slice(0, -1).entries()) {
    const end = bounds[i + 1]! - 1
    const part = await request(url, {
      headers: { range: `bytes=${start}-${end}`, 'if-range': String(headers.etag) },
    })
    const bytes = Buffer.from(await part.body.arrayBuffer())
    verify(
      part.statusCode === 206 && bytes.length === end - start + 1,
      `bytes ${start}-${end} are answered as requested`,
    )
    joined.update(bytes)
    const expected = Buffer.alloc(bytes.length)
    await handle.read(expected, 0, expected.length, start)
    whole.update(expected)
  }
  await handle.close()
  verify(whole.digest('hex') === joined.digest('hex'), 'the ranges join to the same bytes')
  return size
}

/** Samples the server's memory; `growth` stops and returns the peak above the start, in MiB. */
function watchMemory(server: BenchServer) {
  const start = server.memory()
  let peak = start
  const timer = setInterval(() => {
    peak = Math.max(peak, server.memory())
  }, 20)
  timer.unref()
  return {
    growth() {
      clearInterval(timer)
      return peak - start
    },
  }
}
