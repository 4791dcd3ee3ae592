import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { request } from 'undici'
import { fromBufferPromise } from 'yauzl'
import { getInvoiceArchiveUrl } from '#contract/invoices.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase, openBlobs } from './harness/data-directory.ts'
import { createFigure } from './harness/figure.ts'
import { makeBusiness, type StoredInvoice, storeInvoices } from './harness/invoices.ts'
import { sampleMemory } from './harness/sample-memory.ts'
import { startServer } from './harness/server.ts'

const YEAR = '2025'
const READERS = 5
const FIRST_BYTE_MAX_MS = 300
const DONE_MAX_SECONDS = 3
const GROWTH_MAX = 30

/** The invoices of a year are streamed from their blobs: nothing is rendered or collected for it. */
export const invoices: Bench = {
  name: 'invoices',
  target: `1,000 PDFs of a year as one zip: first byte ≤ ${FIRST_BYTE_MAX_MS} ms, done ≤ ${DONE_MAX_SECONDS} s, also for ${READERS} readers; memory growth ≤ ${GROWTH_MAX} MiB`,
  async run(options) {
    const { quick, log } = options
    const rounds = quick ? 2 : 9
    const { server, url, stored } = await startWithInvoices(options, quick ? 50 : 1000)
    const length = await verifyArchive(url, stored)
    log(`${rounds} rounds of 1 and of ${READERS} readers, ${(length / 1e6).toFixed(1)} MB each`)
    const memory = sampleMemory(server)
    const single: Fetched[] = []
    const parallel: Fetched[] = []
    for (let round = 0; round < rounds; round++) {
      single.push(await fetchArchive(url, length))
      const readers = Array.from({ length: READERS }, () => fetchArchive(url, length))
      parallel.push(...(await Promise.all(readers)))
    }
    const listFirstByteMs = (fetched: readonly Fetched[]) => fetched.map(({ firstByteMs }) => firstByteMs)
    const listSeconds = (fetched: readonly Fetched[]) => fetched.map(each => each.seconds)
    const [firstByteBound, doneBound] = [
      { atMost: FIRST_BYTE_MAX_MS, unit: 'ms' },
      { atMost: DONE_MAX_SECONDS, unit: 's' },
    ]
    return {
      correct: [
        'an independent reader finds every PDF intact, and the length is the one announced',
        'the gross amounts of the CSV are those of the invoices',
        'a range from the middle on is the same bytes',
      ],
      figures: [
        createFigure('first byte', listFirstByteMs(single), firstByteBound),
        createFigure('done', listSeconds(single), doneBound),
        createFigure(`first byte, ${READERS} readers`, listFirstByteMs(parallel), firstByteBound),
        createFigure(`done, ${READERS} readers`, listSeconds(parallel), doneBound),
        createFigure('memory growth of the server', [memory.growth()], { atMost: GROWTH_MAX, unit: 'MiB' }),
      ],
    }
  },
}

/** Starts a server with invoices that are ready; returns the address of their archive. */
async function startWithInvoices({ resources, log }: BenchOptions, count: number) {
  const dataDirectory = await createDataDirectory(resources)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  const { accountId } = customer
  await makeBusiness(database.db, accountId)
  log(`storing ${count} invoices`)
  const storedInvoices = await storeInvoices(database.db, openBlobs(dataDirectory), accountId, YEAR, count)
  await database.close()
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, customer)
  const { url, invoicesCount } = await client.call(getInvoiceArchiveUrl, { params: { period: YEAR } })
  verify(invoicesCount === count, `the archive has ${count} invoices`)
  return { server, url, stored: storedInvoices }
}

interface Fetched {
  firstByteMs: number
  seconds: number
}

async function fetchArchive(url: string, length: number): Promise<Fetched> {
  const started = performance.now()
  const { body } = await request(url)
  let firstByteMs: number | undefined
  let received = 0
  for await (const chunk of body) {
    firstByteMs ??= performance.now() - started
    received += chunk.length
  }
  verify(received === length, `${received} bytes of ${length} were received`)
  return { firstByteMs: firstByteMs!, seconds: (performance.now() - started) / 1000 }
}

/** Reads the archive with an independent library, compares its CSV, and downloads its second half again. */
async function verifyArchive(url: string, stored: readonly StoredInvoice[]): Promise<number> {
  const { body, headers } = await request(url)
  const bytes = await buffer(body)
  verify(Number(headers['content-length']) === bytes.length, 'the length is as announced')
  const hashByFile = new Map(stored.map(({ file, sha256 }) => [file, sha256]))
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  let csv = ''
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (entry.fileName.endsWith('.csv')) csv = content.toString()
    else {
      const hash = createHash('sha256').update(content).digest('hex')
      verify(hashByFile.get(entry.fileName) === hash, `${entry.fileName} is intact`)
      hashByFile.delete(entry.fileName)
    }
  }
  verify(hashByFile.size === 0, `${hashByFile.size} PDFs are missing from the zip`)
  verify(sumGross(csv) === stored.reduce((sum, { amount }) => sum + amount, 0), 'the sums are equal')
  const middle = Math.floor(bytes.length / 2)
  const part = await request(url, {
    headers: { range: `bytes=${middle}-`, 'if-range': String(headers.etag) },
  })
  verify(part.statusCode === 206, 'a range is answered')
  verify((await buffer(part.body)).equals(bytes.subarray(middle)), 'the range is the same bytes')
  return bytes.length
}

/** Returns the sum of the column `gross`, in minor units. */
function sumGross(csv: string): number {
  const [header, ...rows] = csv.replace('\ufeff', '').trim().split('\r\n')
  const column = header!.split(',').indexOf('gross')
  return rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[column]) * 100), 0)
}
