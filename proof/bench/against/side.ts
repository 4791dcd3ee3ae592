import { SERVICES } from '#contract/endpoint.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { getOrders, ORDERS_BATCH } from '#contract/orders.ts'
import { searchPhotos } from '#contract/photo-search.ts'
import { getPhotos } from '#contract/photos.ts'
import { getCpuSeconds } from '../harness/cpu.ts'
import { signIn } from '../harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from '../harness/data-directory.ts'
import { fillLibrary, vacuumAnalyze } from '../harness/library.ts'
import { generateLoad } from '../harness/load.ts'
import { createMonthPageUrls } from '../harness/month-page-urls.ts'
import { fillOrders } from '../harness/orders.ts'
import { createPictures } from '../harness/pictures.ts'
import { startServer } from '../harness/server.ts'
import { uploadPictures } from '../harness/uploads.ts'

/*
 * side.ts [ADDRESS PID]: one side of the comparison in against.ts, run from the tree of its commit. Starts a server with filled
 * libraries, on the PostgreSQL database at ADDRESS or the embedded one, and sends the names of its measurements. For each name it
 * receives it makes that load once and sends the CPU seconds per answer or photo; PID is the database server.
 */
const PHOTOS = 10_000
const ORDERS = 250
const SECONDS = 1
const PICTURES = 4

const [databaseUrl, databasePid] = process.argv.slice(2)
const resources = new AsyncDisposableStack()
const dataDirectory = await createDataDirectory(resources, databaseUrl)
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

/** Loads in the order of their measuring; each resolves with the number of answers or photos. */
const loads: Record<string, () => Promise<number>> = {
  'month page': () => request(monthUrls),
  'month page, compressed': () => request(monthUrls, { 'accept-encoding': 'br' }),
  'hundred orders': () => request(orderUrls),
  'search of photos': () => request([searchUrl]),
  'search of orders': () => request([orderSearchUrl]),
  'upload of a photo': async () => {
    await uploadPictures(uploadClient, await createPictures(PICTURES))
    return PICTURES
  },
  picture: async () => {
    const { images } = await uploadClient.call(getPhotos, { query: { limit: PICTURES } })
    return request(images.map(({ thumbnails }) => thumbnails[0]!.url))
  },
}

process.on('message', async (name: string) => {
  if (name === 'close') {
    await resources.disposeAsync()
    process.exit(0)
  }
  const before = readCpu()
  const count = await loads[name]!()
  process.send!({ cpu: (readCpu() - before) / count })
})
process.send!({ names: Object.keys(loads) })

async function request(urls: string[], headers: Record<string, string> = {}): Promise<number> {
  const all = { authorization: `Bearer ${token}`, ...headers }
  return (await generateLoad(urls, SECONDS, dataDirectory.folder, all)).requests
}

const readCpu = () => server.cpu() + (databasePid ? getCpuSeconds(Number(databasePid)) : 0)
