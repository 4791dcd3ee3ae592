import { z } from 'zod'

const count = z.int().nonnegative()
const datetime = z.iso.datetime({ offset: true })
const text = z.string().min(1)
const key = z.union([text, z.int()])
const link = z.url({ protocol: /^https?$/ })
const present = z.custom<unknown>(value => value !== undefined, 'Required')
const stamp = z.union([z.string(), z.number()])
const cursor = z.string().nullable()
export const anyObject = z.looseObject({})
export const anyList = z.array(anyObject)
/** A list in its answer; the documents do not show these. */
export const listOf = <T extends z.ZodType>(name: string, item: T) =>
  z.looseObject({ [name]: z.array(item) }).transform(answer => answer[name] as z.output<T>[])

/** Photo library, section 3: map of year to month to count. */
const month = z.string().regex(/^(0?[1-9]|1[0-2])$/)
export const timeline = z.record(z.string().regex(/^\d{4}$/), z.record(month, count))
export const libraryTotals = z.looseObject({ photosCount: count, albumsCount: count })

/** Photo library, section 3: image or photo. */
export const image = z.looseObject({
  imageId: text,
  ownerId: text.optional(),
  uploadId: text,
  localFileName: z.string(),
  url: z.string(),
  untouchedUrl: z.url(),
  thumbnails: z.array(z.looseObject({ id: count, url: z.string(), width: count, height: count })),
  dateTaken: z.iso.datetime({ offset: true, local: true }).optional(),
  uploadEnd: datetime.optional(),
  visibleHeight: count.optional(),
  visibleWidth: count.optional(),
  created: datetime,
})
export type Image = z.infer<typeof image>
export const photoPage = z.looseObject({ cursor, images: z.array(image) })
export const sharedPhotoPage = z.looseObject({ cursor, images: z.array(image.extend({ ownerId: text })) })
export const deleteResult = z.looseObject({ failed: z.array(text) })

/** Photo library, section 3: albums; the own list adds userId, the shared one ownerId. */
export const album = z.looseObject({
  albumId: text,
  albumName: z.string(),
  coverPhoto: image.nullable(),
  photosCount: count,
  created: datetime,
  updated: datetime,
  isShared: z.boolean(),
})
export const sharedAlbum = album.extend({ ownerId: text })
export const albumPage = z.looseObject({ cursor, albums: z.array(album.extend({ userId: text })) })
export const sharedAlbumPage = z.looseObject({ cursor, albums: z.array(sharedAlbum) })
export const createdAlbum = z.looseObject({ albumId: text, albumName: text })
export const sharedAlbumsSummary = z.looseObject({
  readAlbumsCount: count,
  grantedAlbumsCount: count,
  created: datetime.optional(),
  updated: datetime.optional(),
})
const participant = z.looseObject({ id: text, email: z.email() })
export const albumParticipants = z.looseObject({ owner: participant, participants: z.array(participant) })

/** Photo library, section 3: storage status; its deletionDate is derived by the client. */
export const storageStatus = z.looseObject({
  status: z.enum(['safe', 'warning', 'critical']),
  monthsRemaining: z.int(),
  daysRemaining: z.int(),
  lastOrderDate: datetime.nullable(),
  registrationDate: datetime,
  projectCount: count,
  delayedDeletionDate: datetime.nullable(),
  projectedDeletionDate: datetime,
})

/** Photo library, section 3: export. */
export const photoExport = z.discriminatedUnion('status', [
  z.looseObject({ status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED']) }),
  z.looseObject({
    status: z.literal('READY'),
    backupId: text,
    chunks: z.array(z.looseObject({ iteration: count, size: z.int().min(1) })).min(1),
    created: datetime,
    updated: datetime,
  }),
])
export const signedUrl = z.looseObject({ url: link })
export const createdSelection = z.looseObject({ tempSelectionId: text })
export const selection = z.looseObject({ photoIds: z.array(text) })

/** Photo library, section 3: import activation and its push message. */
const activation = z.enum(['ACTIVE', 'NOT_ACTIVE', 'IMPORTING', 'DELETING'])
export const activationStatus = z.looseObject({ status: activation })
export const activationStart = z.looseObject({ started: z.boolean() })
export const importMessage = z.looseObject({
  data: z.looseObject({ payload: present, timestamp: stamp }),
  id: z.uuid(),
  type: z.enum(['import-started', 'import-error', 'import-finished']),
})

/** Photo library, section 3: download creation and its push message. */
const downloadPhoto = z.looseObject({ photoId: text, ownerId: text })
export const createdDownload = z.looseObject({ id: text, photos: z.array(downloadPhoto) })
export const downloadList = z.looseObject({ items: anyList })
export const downloadMessage = z.looseObject({
  id: text,
  timestamp: stamp,
  key: z.enum(['archive-generation-started', 'archive-generation-finished', 'archive-generation-error']),
  message: z.looseObject({ userId: text, downloadId: text }),
})

/** Account area, section 3: customer and addresses. */
export const address = z.looseObject({ id: key })
export const customer = z.looseObject({ accountDeleted: z.boolean(), addresses: z.array(address) })
export const businessCustomer = customer.extend({
  // 'Active' is none of the three: such a business sees no banner.
  status: z.enum(['Default', 'New', 'Blocked', 'Active']),
  ftp: z.looseObject({ callbackUrl: z.string().nullable(), callbackFormat: z.string().nullable() }),
})

/** Account area, sections 3 and 4: order, with the internal statuses. */
const orderStatus = z.enum([
  'Received',
  'Confirmed',
  'ProductionStarted',
  'ProductionCompleted',
  'Dispatched',
  'Cancelled',
])
const otherStatus = z.enum([
  'paymentPending',
  'paymentFailed',
  'paymentSuccess',
  'paymentFree',
  'verification failed',
  'processing',
  'processing failed',
  'approved',
  'rejected',
  'on_hold',
  'producing',
  'delayed',
  'shipped',
  'cancelled',
])
const orderedProduct = z.looseObject({
  code: text,
  voucher: z.string().optional(),
  voucherDetails: anyObject.optional(),
  status: z.union([orderStatus, otherStatus]),
  paymentChangedDate: datetime.nullish(),
})
export const order = z
  .looseObject({
    superOrderCode: text,
    code: text,
    createdAt: datetime,
    products: z.array(orderedProduct),
    productCount: count,
    deliveryAddress: anyObject,
    status: orderStatus,
    source: text,
  })
  .transform(wire => ({ ...wire, orderCode: wire.superOrderCode }))
export type Order = z.infer<typeof order>
export const reorder = z.looseObject({ ShopUrl: link })

/** Account area, sections 3 and 7: invoices, products, projects and widgets. */
export const historicalInvoices = z.looseObject({ historicalInvoices: z.array(z.looseObject({ id: key })) })
export const product = z.looseObject({ files: z.array(z.looseObject({ purpose: z.string() })) })
const project = z.looseObject({ id: key })
export const projectPage = z.looseObject({ projects: z.array(project), totalProjectCount: count })
export const widget = z.looseObject({ productCode: text })
export const galleryEntry = z.looseObject({ id: text, widgetId: key })

/** Account area, section 3: merchandise channel. */
const vendor = z.looseObject({ ID: key, Locale: text })
export const channels = z.looseObject({ channels: z.array(z.looseObject({ ID: key, Vendor: vendor })) })
const article = z.looseObject({
  ID: key,
  ArticleType: text,
  Title: z.string(),
  PageHeight: z.number(),
  PageWidth: z.number(),
  Visible: z.boolean(),
})
export const channelArticles = z.looseObject({
  channel: z
    .looseObject({
      ID: key,
      Vendor: vendor,
      ShopUrl: link,
      Currency: present,
      Articles: z.array(article),
    })
    .nullable(),
})
const extra = z.looseObject({ Options: z.array(z.looseObject({ ID: key })) })
const articleOptions = z.looseObject({ ID: key, Extras: z.array(extra) })
export const channelOptions = z.looseObject({
  channel: z.looseObject({ Articles: z.array(articleOptions) }).nullable(),
})
