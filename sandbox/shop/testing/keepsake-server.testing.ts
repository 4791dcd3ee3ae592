import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { redeemCheckoutTicket } from '#contract/checkout-tickets.ts'
import { type Answer, type Endpoint, SERVICES } from '#contract/endpoint.ts'
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
import { type ContractCall, startContractServer } from '#server/testing/contract-server.ts'

export const TOKEN = 'the-token-of-the-shop-in-its-own-tests'

interface Photo {
  id: string
  name: string
  width: number
  height: number
  removed?: boolean
}

/** What happens to a call instead: its status, 'lost' after it was stored, or, 0, before it arrived. */
type Failure = number | 'lost'

/**
 * Starts a fake of Keepsake's interface for retailer services over HTTP. proof/browser/prints.spec.ts runs the shop against the
 * real server.
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
    deliveryDates: new Map<string, z.output<typeof putDeliveryDates.body>>(),
    /** The stored vouchers, by product. */
    vouchers: new Map<string, z.output<typeof putVoucher.body>>(),
    /** The stored invoices, by number. */
    invoices: new Map<string, RetailerInvoice>(),
    /** The received contents as text. */
    receivedInvoices: new Set<string>(),
    /** Results of the next calls that put an invoice. */
    invoiceFailures: [] as Failure[],
    /** The stored channels, by id. */
    channels: new Map<string, z.output<typeof putChannel.body>>(),
    /** The stored files of products, by product. */
    productFiles: new Map<string, z.output<typeof putProductFile.query> & { bytes: Buffer }>(),
    /** The stored widgets, by product. */
    widgets: new Map<string, z.output<typeof putWidget.body>>(),
    /** The stored projects, by id: of each the highest version; null once it is deleted. */
    projects: new Map<string, z.output<typeof putProject.body> | null>(),
    /** All received versions of projects, in the sequence of their arrival. */
    receivedProjects: [] as { id: string; version: number }[],
    /** Results of the next calls that put or delete a project. */
    projectFailures: [] as Failure[],
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
    feedFailures: [] as Failure[],
    /** Statuses of business customers in the sequence of their arrival. */
    customerStatuses: [] as { accountId: string; version: number; status: string }[],
    /** Number of reads of a selection. */
    reads: 0,
    /** Results of the next calls that put an order. */
    failures: [] as Failure[],
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
    close: () => server.close(),
  }
  const getPath = ({ service, path }: Endpoint) => SERVICES[service] + path
  const server = await startContractServer<Endpoint>(TOKEN, getPath, (url, response) => {
    if (fake.unavailable) response.socket!.destroy()
    // The picture of a photo, without a token: its address is signed.
    else if (url.pathname.startsWith('/media/'))
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(url.pathname)
    else return false
    return true
  })
  fake.origin = server.origin
  /** Answers a call: with a body, the status of a refusal, or not at all ('lost'). */
  const on = <E extends Endpoint>(
    endpoint: E,
    reply: (call: ContractCall<E>) => Answer<E> | Failure | Promise<Answer<E> | Failure>,
  ) =>
    server.on(endpoint, async call => {
      const replied = await reply(call)
      if (replied === 'lost') return response => void response.socket!.destroy()
      return typeof replied === 'number' ? { status: replied, body: {} } : { answer: replied as Answer<E> }
    })

  on(getRetailerTempSelection, ({ params: { id }, query }) => {
    fake.reads++
    const photos = fake.selections.get(id)
    return photos ? selectPart(id, photos, query, fake) : 404
  })
  on(findRetailerPhotos, ({ body }) => ({
    photoIds: body.photoIds.filter(photo => findPhoto(fake.selections, photo)),
  }))
  on(createRetailerTempSelection, ({ body }) => {
    const photos = body.photoIds.flatMap(photo => findPhoto(fake.selections, photo) ?? [])
    const existingSelectionId = fake.requests.get(body.requestId)
    if (!existingSelectionId && photos.length === 0) return 404
    const tempSelectionId = existingSelectionId ?? crypto.randomUUID()
    if (!existingSelectionId) fake.selections.set(tempSelectionId, photos)
    fake.requests.set(body.requestId, tempSelectionId)
    const expires = new Date(fake.now().getTime() + 86_400_000).toISOString()
    return { tempSelectionId, photosCount: Math.max(1, photos.length), expires }
  })
  on(redeemCheckoutTicket, ({ params: { ticket } }) => {
    const redeemed = fake.tickets.get(ticket)
    fake.tickets.delete(ticket)
    return redeemed ?? 404
  })
  on(putVoucher, ({ params, body }) => storeVersion(fake.vouchers, params.code, body))
  on(putWidget, ({ params, body }) => storeVersion(fake.widgets, params.code, body))
  on(putDeliveryDates, ({ params, body }) => storeVersion(fake.deliveryDates, params.orderId, body))
  on(putProductFile, ({ params, query, bytes }) =>
    storeVersion(fake.productFiles, params.code, { ...query, bytes }),
  )
  on(putChannel, ({ params, body }) => {
    fake.channels.set(params.id, body)
    return { version: body.version, stored: true }
  })
  on(putInvoice, ({ params: { number }, body }) => {
    const failure = fake.invoiceFailures.shift()
    if (typeof failure === 'number') return failure
    fake.receivedInvoices.add(`${number} ${JSON.stringify(body)}`)
    fake.invoices.set(number, body)
    return failure ?? { id: crypto.randomUUID(), version: 1, stored: true, state: 'announced' as const }
  })
  on(putProject, ({ params: { id }, body }) => {
    const failure = fake.projectFailures.shift()
    if (typeof failure === 'number') return failure
    const before = fake.projects.get(id)
    fake.receivedProjects.push({ id, version: body.version })
    if (before?.version === body.version && !isDeepStrictEqual(before, body)) return 409
    if (before !== null && body.version > (before?.version ?? 0)) fake.projects.set(id, body)
    return failure ?? { version: fake.projects.get(id)?.version ?? 1, stored: true }
  })
  on(deleteRetailerProject, ({ params: { id } }) => {
    const failure = fake.projectFailures.shift()
    if (typeof failure === 'number') return failure
    const deleted = fake.projects.get(id) !== null
    fake.projects.set(id, null)
    return failure ?? { deleted }
  })
  on(putUpload, ({ params: { id }, query, bytes: file }) => {
    const bytes = file.toString()
    const existingPicture = fake.pictures.get(id)
    if (existingPicture && existingPicture.bytes !== bytes) return 409
    fake.pictures.set(id, { accountId: query.accountId ?? '', bytes })
    return { stored: !existingPicture }
  })
  on(getGalleryEntries, ({ query: { channel, state } }) => ({
    entries: state === 'pending' ? (fake.pendingEntries.get(channel) ?? []) : [],
    cursor: null,
  }))
  on(putGalleryEntryState, ({ params: { id }, body: { state, version } }) => {
    const entries = [...fake.pendingEntries.values()].find(list => list.some(entry => entry.id === id))
    const entry = entries?.find(each => each.id === id)
    if (!entries || !entry) return 404
    if (entry.version !== version) return 409
    entries.splice(entries.indexOf(entry), 1)
    fake.decisions.push({ id, state, version })
    return { id, state, version, stored: true }
  })
  const receiveFeed = (path: string, body: { version: number }) => {
    const failure = fake.feedFailures.shift()
    if (failure) return failure
    fake.feeds.push({ path, body })
    return { version: body.version, stored: true }
  }
  on(putArticleGroups, ({ body }) => receiveFeed('articleGroups', body))
  on(putCampaign, ({ params, body }) => receiveFeed(`campaigns/${params.name}`, body))
  on(putCustomerStatus, ({ params, body }) => {
    fake.customerStatuses.push({ ...params, ...body })
    return { version: body.version, stored: true }
  })
  on(putOrder, async ({ params: { code }, body: order }) => {
    const failure = fake.failures.shift()
    if (typeof failure === 'number') return failure || 'lost'
    fake.received.push({ code, order })
    const before = fake.orders.get(code)
    if (before?.version === order.version && !isDeepStrictEqual(before, order)) return 409
    const stored = storeVersion(fake.orders, code, order)
    await fake.gate
    if (failure === 'lost') return 'lost'
    const { accountId, createdAt } = fake.orders.get(code)!
    return { ...stored, code, accountId, lastOrderDate: createdAt }
  })
  return fake
}

/** Stores a state unless the same or a higher version is stored. */
function storeVersion<T extends { version: number }>(states: Map<string, T>, id: string, state: T) {
  const stored = state.version > (states.get(id)?.version ?? 0)
  if (stored) states.set(id, state)
  return { version: states.get(id)!.version, stored }
}

/** Finds a photo of any selection that is still in the library. */
const findPhoto = (selections: Map<string, Photo[]>, id: string) =>
  [...selections.values()].flat().find(photo => photo.id === id && !photo.removed)

function selectPart(
  id: string,
  photos: Photo[],
  { from, cursor, limit }: { from: number; cursor?: string | undefined; limit: number },
  { origin, now, withoutVariants }: { origin: string; now: () => Date; withoutVariants: boolean },
) {
  const formatLater = (ms: number) => new Date(now().getTime() + ms).toISOString()
  const start = cursor === undefined ? from : Number(cursor)
  const end = start + limit
  return {
    tempSelectionId: id,
    accountId: 'account-of-anna',
    created: formatLater(0),
    expires: formatLater(86_400_000),
    libraryUrl: 'https://my.example/my-photos/photos',
    photosCount: photos.length,
    availableCount: photos.filter(photo => !photo.removed).length,
    cursor: end < photos.length ? String(end) : null,
    addressesExpire: formatLater(1_800_000),
    images: photos
      .map((photo, position) => ({ ...photo, position }))
      .slice(start, end)
      .filter(photo => !photo.removed)
      .map(photo => ({
        position: photo.position,
        imageId: photo.id,
        localFileName: photo.name,
        contentType: 'image/jpeg' as const,
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
        state: 'ready' as const,
      })),
  }
}
