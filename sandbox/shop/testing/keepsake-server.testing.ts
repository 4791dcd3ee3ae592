import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { redeemCheckoutTicket } from '#contract/checkout-tickets.ts'
import { type Answer, SERVICES } from '#contract/endpoint.ts'
import { putCustomerStatus } from '#contract/retailer-customers.ts'
import { putInvoice, type RetailerInvoice } from '#contract/retailer-invoices.ts'
import { putChannel } from '#contract/retailer-merchandise.ts'
import {
  putArticleGroups,
  putCampaign,
  putDeliveryDates,
  putOrder,
  type RetailerOrder,
} from '#contract/retailer-orders.ts'
import { putProductFile } from '#contract/retailer-product-files.ts'
import { deleteRetailerProject, putProject } from '#contract/retailer-projects.ts'
import { putUpload } from '#contract/retailer-stored-pictures.ts'
import { putVoucher } from '#contract/retailer-vouchers.ts'
import {
  getGalleryEntries,
  type ModeratedEntry,
  putGalleryEntryState,
  putWidget,
} from '#contract/retailer-widgets.ts'
import {
  createRetailerTempSelection,
  findRetailerPhotos,
  getRetailerTempSelection,
} from '#contract/temp-selections.ts'

type DeliveryDates = z.infer<typeof putDeliveryDates.body>

export const TOKEN = 'the-token-of-the-shop-in-its-own-tests'

const PRODUCT_FILE = new RegExp(`^${SERVICES.productFiles}/retailer/products/([^/]+)/files/([^/]+)$`)

type ReceivedProductFile = z.output<typeof putProductFile.query> & { bytes: Buffer }

interface Photo {
  id: string
  name: string
  width: number
  height: number
  removed?: boolean
}

/**
 * Starts a fake of Keepsake's interface for retailer services over HTTP; requests and responses are checked against the
 * contract. proof/browser/prints.spec.ts runs the shop against the real server.
 */
export async function startKeepsakeServer() {
  const fake = {
    origin: '',
    selections: new Map<string, Photo[]>(),
    /** What each ticket for the checkout gives, once. */
    tickets: new Map<string, Answer<typeof redeemCheckoutTicket>>(),
    /** All received orders, in the sequence of their arrival. */
    received: [] as { code: string; order: RetailerOrder }[],
    /** The stored orders, each in its highest version. */
    orders: new Map<string, RetailerOrder>(),
    /** The stored delivery dates, by order. */
    deliveryDates: new Map<string, DeliveryDates>(),
    /** The stored vouchers, by product. */
    vouchers: new Map<string, z.infer<typeof putVoucher.body>>(),
    /** The stored invoices, by number. */
    invoices: new Map<string, RetailerInvoice>(),
    /** The received contents as text. */
    receivedInvoices: new Set<string>(),
    /** Results of the next calls that put an invoice, as `failures`. */
    invoiceFailures: [] as (number | 'lost')[],
    /** The stored channels, by id. */
    channels: new Map<string, z.output<typeof putChannel.body>>(),
    /** The stored files of products, by product. */
    productFiles: new Map<string, ReceivedProductFile>(),
    /** The stored widgets, by product. */
    widgets: new Map<string, z.infer<typeof putWidget.body>>(),
    /** The stored projects, by id: of each the highest version; null once it is deleted. */
    projects: new Map<string, z.infer<typeof putProject.body> | null>(),
    /** All received versions of projects, in the sequence of their arrival. */
    receivedProjects: [] as { id: string; version: number }[],
    /** Results of the next calls that put or delete a project, as `failures`. */
    projectFailures: [] as (number | 'lost')[],
    /** The stored pictures, by id. */
    pictures: new Map<string, { accountId: string; bytes: string }>(),
    /** Whether photos have no variants yet. */
    withoutVariants: false,
    /** The gallery entries that await approval, by channel, and the decisions. */
    pendingEntries: new Map<string, ModeratedEntry[]>(),
    decisions: [] as { id: string; state: string; version: number }[],
    /** The selections of photos chosen again, by request. */
    requests: new Map<string, string>(),
    /** Article groups and campaigns in the sequence of their arrival, by the end of their path. */
    feeds: [] as { path: string; body: { version: number } }[],
    /** Statuses of the next answers to article groups and campaigns; after them 200. */
    feedFailures: [] as number[],
    /** Statuses of business customers in the sequence of their arrival. */
    customerStatuses: [] as { accountId: string; version: number; status: string }[],
    /** Number of reads of a selection. */
    reads: 0,
    /**
     * Results of the next calls that put an order; after them 200. 0 breaks the connection, 'lost' stores the order and
     * then breaks the connection.
     */
    failures: [] as (number | 'lost')[],
    /** Delays the answers to calls that put an order. */
    gate: Promise.resolve(),
    unavailable: false,
    now: () => new Date(),
    /** Creates a selection of photos by name and size; returns its id. */
    createSelection(pictures: Record<string, [width: number, height: number]>): string {
      const id = crypto.randomUUID()
      const photos = Object.entries(pictures).map(([name, [width, height]]) => ({
        id: crypto.randomUUID(),
        name,
        width,
        height,
      }))
      fake.selections.set(id, photos)
      return id
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    if (fake.unavailable) return void request.destroy()
    const url = new URL(request.url ?? '', fake.origin)
    // The picture of a photo, without a token: its address is signed.
    if (url.pathname.startsWith('/media/'))
      return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(url.pathname)
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return void respond(401, {})
    const id = findId(url.pathname, SERVICES.tempSelections + getRetailerTempSelection.path)
    if (request.method === 'GET' && id !== undefined) {
      fake.reads++
      const photos = fake.selections.get(id)
      if (!photos) return void respond(404, {})
      const query = getRetailerTempSelection.query.parse(Object.fromEntries(url.searchParams))
      return void respond(200, getRetailerTempSelection.answer.parse(selectPart(id, photos, query, fake)))
    }
    if (request.method === 'POST' && url.pathname === SERVICES.tempSelections + findRetailerPhotos.path) {
      const { photoIds } = findRetailerPhotos.body.parse(JSON.parse(await readText(request)))
      return void respond(200, { photoIds: photoIds.filter(photo => findPhoto(fake.selections, photo)) })
    }
    if (
      request.method === 'POST' &&
      url.pathname === SERVICES.tempSelections + createRetailerTempSelection.path
    ) {
      const body = createRetailerTempSelection.body.parse(JSON.parse(await readText(request)))
      const photos = body.photoIds.flatMap(photo => findPhoto(fake.selections, photo) ?? [])
      const existingSelectionId = fake.requests.get(body.requestId)
      if (!existingSelectionId && photos.length === 0) return void respond(404, {})
      const tempSelectionId = existingSelectionId ?? crypto.randomUUID()
      if (!existingSelectionId) fake.selections.set(tempSelectionId, photos)
      fake.requests.set(body.requestId, tempSelectionId)
      const expires = new Date(fake.now().getTime() + 86_400_000).toISOString()
      return void respond(200, { tempSelectionId, photosCount: Math.max(1, photos.length), expires })
    }
    const ticket = findId(url.pathname, SERVICES.customers + redeemCheckoutTicket.path)
    if (ticket) {
      const redeemed = fake.tickets.get(ticket)
      fake.tickets.delete(ticket)
      return void (redeemed ? respond(200, redeemed) : respond(404, { code: 'not-found' }))
    }
    const voucherProduct = findId(url.pathname, SERVICES.vouchers + putVoucher.path)
    if (request.method === 'PUT' && voucherProduct !== undefined) {
      const voucher = putVoucher.body.parse(JSON.parse(await readText(request)))
      const stored = voucher.version > (fake.vouchers.get(voucherProduct)?.version ?? 0)
      if (stored) fake.vouchers.set(voucherProduct, voucher)
      return void respond(200, { version: fake.vouchers.get(voucherProduct)!.version, stored })
    }
    const [, fileProduct, purpose] = PRODUCT_FILE.exec(url.pathname) ?? []
    if (request.method === 'PUT' && fileProduct !== undefined) {
      putProductFile.params.parse({ code: fileProduct, purpose })
      const about = putProductFile.query.parse(Object.fromEntries(url.searchParams))
      const bytes = await buffer(request)
      const stored = about.version > (fake.productFiles.get(fileProduct)?.version ?? 0)
      if (stored) fake.productFiles.set(fileProduct, { ...about, bytes })
      return void respond(200, { version: about.version, stored })
    }
    const invoiceNumber = findId(url.pathname, SERVICES.invoices + putInvoice.path)
    if (request.method === 'PUT' && invoiceNumber !== undefined) {
      const failure = fake.invoiceFailures.shift()
      if (typeof failure === 'number') return void respond(failure, {})
      const body = putInvoice.body.parse(JSON.parse(await readText(request)))
      fake.receivedInvoices.add(`${invoiceNumber} ${JSON.stringify(body)}`)
      fake.invoices.set(invoiceNumber, body)
      if (failure === 'lost') return void request.socket.destroy()
      return void respond(200, { id: crypto.randomUUID(), version: 1, stored: true, state: 'announced' })
    }
    const projectId = findId(url.pathname, SERVICES.projects + putProject.path)
    if (projectId !== undefined && (request.method === 'PUT' || request.method === 'DELETE')) {
      const failure = fake.projectFailures.shift()
      if (typeof failure === 'number') return void respond(failure, {})
      putProject.params.parse({ id: projectId })
      const before = fake.projects.get(projectId)
      if (request.method === 'DELETE') fake.projects.set(projectId, null)
      else {
        const body = putProject.body.parse(JSON.parse(await readText(request)))
        fake.receivedProjects.push({ id: projectId, version: body.version })
        if (before?.version === body.version && !isDeepStrictEqual(before, body)) return void respond(409, {})
        if (before !== null && body.version > (before?.version ?? 0)) fake.projects.set(projectId, body)
      }
      if (failure === 'lost') return void request.socket.destroy()
      if (request.method === 'DELETE')
        return void respond(200, deleteRetailerProject.answer.parse({ deleted: before !== null }))
      return void respond(200, { version: fake.projects.get(projectId)?.version ?? 1, stored: true })
    }
    const pictureId = findId(url.pathname, SERVICES.storage + putUpload.path)
    if (request.method === 'PUT' && pictureId !== undefined) {
      const { id } = putUpload.params.parse({ id: pictureId })
      const { accountId = '' } = putUpload.query.parse(Object.fromEntries(url.searchParams))
      if (!putUpload.receivesFile!.includes(request.headers['content-type'] ?? ''))
        return void respond(415, {})
      const bytes = await readText(request)
      const existingPicture = fake.pictures.get(id)
      if (existingPicture && existingPicture.bytes !== bytes) return void respond(409, {})
      fake.pictures.set(id, { accountId, bytes })
      return void respond(200, { stored: !existingPicture })
    }
    const widgetProduct = findId(url.pathname, SERVICES.widgets + putWidget.path)
    if (request.method === 'PUT' && widgetProduct !== undefined) {
      const widget = putWidget.body.parse(JSON.parse(await readText(request)))
      const stored = widget.version > (fake.widgets.get(widgetProduct)?.version ?? 0)
      if (stored) fake.widgets.set(widgetProduct, widget)
      return void respond(200, { version: fake.widgets.get(widgetProduct)!.version, stored })
    }
    if (request.method === 'GET' && url.pathname === SERVICES.widgets + getGalleryEntries.path) {
      const { channel, state } = getGalleryEntries.query.parse(Object.fromEntries(url.searchParams))
      const entries = state === 'pending' ? (fake.pendingEntries.get(channel) ?? []) : []
      const next = { since: fake.now().toISOString() }
      return void respond(200, getGalleryEntries.answer.parse({ entries, next, hasMore: false }))
    }
    const entryId = findId(url.pathname, SERVICES.widgets + putGalleryEntryState.path)
    if (request.method === 'PUT' && entryId !== undefined) {
      const { id } = putGalleryEntryState.params.parse({ id: entryId })
      const { state, version } = putGalleryEntryState.body.parse(JSON.parse(await readText(request)))
      const entries = [...fake.pendingEntries.values()].find(list => list.some(entry => entry.id === id))
      const entry = entries?.find(each => each.id === id)
      if (!entries || !entry) return void respond(404, {})
      if (entry.version !== version) return void respond(409, {})
      entries.splice(entries.indexOf(entry), 1)
      fake.decisions.push({ id, state, version })
      return void respond(200, { id, state, version })
    }
    const datesOrder = findId(url.pathname, SERVICES.orders + putDeliveryDates.path)
    if (request.method === 'PUT' && datesOrder !== undefined) {
      const dates = putDeliveryDates.body.parse(JSON.parse(await readText(request)))
      const stored = dates.version > (fake.deliveryDates.get(datesOrder)?.version ?? 0)
      if (stored) fake.deliveryDates.set(datesOrder, dates)
      return void respond(200, { version: fake.deliveryDates.get(datesOrder)!.version, stored })
    }
    const campaign = findId(url.pathname, SERVICES.orders + putCampaign.path)
    const isGroups = url.pathname === SERVICES.orders + putArticleGroups.path
    if (request.method === 'PUT' && (isGroups || campaign !== undefined)) {
      const failure = fake.feedFailures.shift()
      if (failure) return void respond(failure, {})
      const endpoint = isGroups ? putArticleGroups : putCampaign
      const body = endpoint.body.parse(JSON.parse(await readText(request)))
      fake.feeds.push({ path: isGroups ? 'articleGroups' : `campaigns/${campaign}`, body })
      return void respond(200, { version: body.version, stored: true })
    }
    const channelId = findId(url.pathname, SERVICES.merchandise + putChannel.path)
    if (request.method === 'PUT' && channelId !== undefined) {
      const body = putChannel.body.parse(JSON.parse(await readText(request)))
      fake.channels.set(channelId, body)
      return void respond(200, { version: body.version, stored: true })
    }
    const account = findAccount(url.pathname)
    if (request.method === 'PUT' && account !== undefined) {
      const status = putCustomerStatus.body.parse(JSON.parse(await readText(request)))
      fake.customerStatuses.push({ accountId: decodeURIComponent(account), ...status })
      return void respond(200, { version: status.version, stored: true })
    }
    const code = findId(url.pathname, SERVICES.orders + putOrder.path)
    if (request.method === 'PUT' && code !== undefined) {
      const failure = fake.failures.shift()
      if (failure === 0) return void request.destroy()
      if (typeof failure === 'number') return void respond(failure, {})
      const order = putOrder.body.parse(JSON.parse(await readText(request)))
      putOrder.params.parse({ code })
      fake.received.push({ code, order })
      const before = fake.orders.get(code)
      if (before?.version === order.version && !isDeepStrictEqual(before, order)) return void respond(409, {})
      const stored = order.version > (before?.version ?? 0)
      if (stored) fake.orders.set(code, order)
      await fake.gate
      if (failure === 'lost') return void request.socket.destroy()
      const { accountId, version, createdAt } = fake.orders.get(code)!
      return void respond(200, { code, accountId, version, stored, lastOrderDate: createdAt })
    }
    respond(404, {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

/** Finds a photo of any selection that is still in the library. */
const findPhoto = (selections: Map<string, Photo[]>, id: string) =>
  [...selections.values()].flat().find(photo => photo.id === id && !photo.removed)

function selectPart(
  id: string,
  photos: Photo[],
  { from, limit }: { from: number; limit: number },
  { origin, now, withoutVariants }: { origin: string; now: () => Date; withoutVariants: boolean },
) {
  const formatLater = (ms: number) => new Date(now().getTime() + ms).toISOString()
  const end = from + limit
  return {
    tempSelectionId: id,
    accountId: 'account-of-anna',
    created: formatLater(0),
    expires: formatLater(86_400_000),
    libraryUrl: 'https://my.example/my-photos/photos',
    photosCount: photos.length,
    availableCount: photos.filter(photo => !photo.removed).length,
    next: end < photos.length ? end : null,
    addressesExpire: formatLater(1_800_000),
    images: photos
      .map((photo, position) => ({ ...photo, position }))
      .slice(from, end)
      .filter(photo => !photo.removed)
      .map(photo => ({
        position: photo.position,
        imageId: photo.id,
        localFileName: photo.name,
        contentType: 'image/jpeg',
        size: 1000,
        url: `${origin}/media/${now().getTime()}/${photo.id}/original`,
        untouchedUrl: `${origin}/media/${now().getTime()}/${photo.id}/view`,
        thumbnails: (withoutVariants ? [] : [300, 800, 1300]).map(size => ({
          id: size,
          url: `${origin}/media/${now().getTime()}/${photo.id}/${size}`,
          width: size,
          height: size,
        })),
        visibleWidth: photo.width,
        visibleHeight: photo.height,
        state: 'ready',
      })),
  }
}

function findId(path: string, pattern: string): string | undefined {
  const [start = '', end = ''] = pattern.split(/:\w+/)
  return path.startsWith(start) && path.endsWith(end)
    ? path.slice(start.length, path.length - end.length)
    : undefined
}

const STATUS_PATH = new RegExp(
  `^${SERVICES.customers}${putCustomerStatus.path.replace(':accountId', '([^/]+)')}$`,
)
const findAccount = (path: string): string | undefined => STATUS_PATH.exec(path)?.[1]

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
