import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { SERVICES } from '#contract/endpoint.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { getOrders, ORDERS_BATCH } from '#contract/orders.ts'
import { searchPhotos } from '#contract/photo-search.ts'
import { getMonthPage, getPhotos, TIMELINE_PAGE } from '#contract/photos.ts'
import { getReceipts, UPLOADS_IN_PARALLEL } from '#contract/uploads.ts'
import type { Client } from '#server/testing/client.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { verify } from '../harness/bench.ts'
import { getCpuSeconds } from '../harness/cpu.ts'
import { signIn } from '../harness/customer.ts'
import { addCustomer, openBenchDatabase } from '../harness/data-directory.ts'
import { FIRST_YEAR, FULL_MONTH_INDEX, fillLibrary, MONTHS, vacuumAnalyze } from '../harness/library.ts'
import { generateLoad } from '../harness/load.ts'
import { fillOrders } from '../harness/orders.ts'
import { createPictures, type Picture } from '../harness/pictures.ts'
import { startServer } from '../harness/server.ts'
import type { Sample } from '../sides.ts'

/*
 * side.ts [ADDRESS PID]: one side of a comparison (sides.ts), run from the tree of its commit. Starts a server with filled
 * libraries, on the PostgreSQL database at ADDRESS or the embedded one, and sends the names of its measurements. For each name it
 * receives it makes that load once and sends what it took; PID is the database server.
 */
const PHOTOS = 10_000
const ORDERS = 250
const SECONDS = 1
const PICTURES = 4

const [databaseUrl, databasePid] = process.argv.slice(2)
const resources = new AsyncDisposableStack()
const dataDirectory = { folder: await createTemporaryFolder(resources), databaseUrl }
const database = await openBenchDatabase(dataDirectory)
const reader = await addCustomer(database.db)
const uploader = await addCustomer(database.db)
await fillLibrary(database.db, reader.accountId, PHOTOS)
await fillOrders(database.db, { accountIds: [reader.accountId], ordersPerAccount: ORDERS, daysApart: 4 })
await vacuumAnalyze(database)
await database.close()
// Its mails go nowhere, which it warns of.
const server = await startServer(dataDirectory, resources, { LOG_LEVEL: 'error' })
const { token } = await signIn(server.origin, reader)
const uploadClient = await signIn(server.origin, uploader)
const ordersUrl = `${server.origin}${SERVICES.orders}${getOrders.path}`
const orderUrls = [0, 1].map(page => `${ordersUrl}?Offset=${page * ORDERS_BATCH}&Limit=${ORDERS_BATCH}`)
const monthUrls = createMonthPageUrls(server.origin)
const searchUrl = `${server.origin}${SERVICES.photoManagement}${searchPhotos.path}?name=img&limit=48`
const orderSearchUrl = `${server.origin}${SERVICES.orders}${searchOrders.path}?q=book`

const headers = { authorization: `Bearer ${token}` }
const fullMonthUrl = monthUrls[FULL_MONTH_INDEX]!
const reads: Record<string, { urls: string[]; sample: Sample }> = {
  'month page': { urls: monthUrls, sample: { url: fullMonthUrl, headers } },
  'month page, compressed': {
    urls: monthUrls,
    sample: { url: fullMonthUrl, headers: { ...headers, 'accept-encoding': 'br' } },
  },
  'hundred orders': { urls: orderUrls, sample: { url: orderUrls[0]!, headers } },
  'search of photos': { urls: [searchUrl], sample: { url: searchUrl, headers } },
  'search of orders': { urls: [orderSearchUrl], sample: { url: orderSearchUrl, headers } },
}

/** Loads in the order of their measuring; each resolves with the number of answers or photos. */
const loads: Record<string, () => Promise<number>> = {
  ...mapReads(
    ({ urls, sample }) =>
      () =>
        generateLoad(urls, SECONDS, sample.headers),
  ),
  'upload of a photo': async () => {
    await uploadPictures(uploadClient, await createPictures(PICTURES))
    return PICTURES
  },
  picture: async () => {
    const { images } = await uploadClient.call(getPhotos, { query: { limit: PICTURES } })
    const urls = images.map(({ thumbnails }) => thumbnails[0]!.url)
    return generateLoad(urls, SECONDS, headers)
  },
}

process.on('message', async (name: string) => {
  if (name === 'close') {
    await resources.disposeAsync()
    process.exit(0)
  }
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, server.memory() * 1.048576)
  }, 50)
  const before = readCpu()
  const count = await loads[name]!()
  clearInterval(timer)
  process.send!({ cpu: (readCpu() - before) / count, memory })
})
process.send!({ names: Object.keys(loads), samples: mapReads(({ sample }) => sample) })

function mapReads<T>(map: (read: (typeof reads)[string]) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, map(read)]))
}

function readCpu(): number {
  return server.cpu() + (databasePid ? getCpuSeconds(Number(databasePid)) : 0)
}

/** Creates the addresses of the first page of every month of a filled library. */
function createMonthPageUrls(origin: string): string[] {
  return Array.from({ length: MONTHS }, (_, at) => {
    const path = getMonthPage.path
      .replace(':year', String(FIRST_YEAR + Math.floor(at / 12)))
      .replace(':month', String((at % 12) + 1))
    return `${origin}${SERVICES.photoManagement}${path}?limit=${TIMELINE_PAGE}`
  })
}

/** Uploads pictures as the web does, three at a time by tus and with their hashes, and waits until all variants exist. */
async function uploadPictures(client: Client, pictures: readonly Picture[]): Promise<void> {
  const upload = async ({ name, bytes }: Picture) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { uploadId, response } = await client.upload(name, bytes, { sha256 })
    verify(response.ok, `${name} was answered with ${response.status}`)
    return uploadId
  }
  const uploads = Readable.from(pictures).map(upload, { concurrency: UPLOADS_IN_PARALLEL })
  await waitUntilAdded(client, await uploads.toArray())
}

async function waitUntilAdded(client: Client, uploadIds: string[]): Promise<void> {
  for (let pending = uploadIds; pending.length > 0; ) {
    const { receipts } = await client.call(getReceipts, { body: { uploadIds: pending.slice(0, 500) } })
    const processing = new Set(
      receipts.filter(each => each.state === 'processing').map(each => each.uploadId),
    )
    const failed = receipts.find(each => each.state !== 'processing' && each.state !== 'added')
    verify(failed === undefined, `an upload ended as ${failed?.state} ${failed?.reason}`)
    pending = [...pending.slice(500), ...pending.slice(0, 500).filter(id => processing.has(id))]
    if (processing.size > 0) await new Promise(resolve => setTimeout(resolve, 250))
  }
}
