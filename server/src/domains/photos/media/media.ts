import DataLoader from 'dataloader'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Context, memoizePerContext } from '../../../context.ts'
import { formatContentDisposition } from '../../../http/content-disposition.ts'
import { Failure, notFound, requireFound } from '../../../http/failure.ts'
import { requireSession } from '../../../http/session-addresses.ts'
import { BlobMissingError, BlobTooShortError } from '../../../platform/blobs/blobs.ts'
import { createBatchLoader, type RowOrPromise } from '../../../platform/db/batch-loader.ts'
import { loadSeparatelyIfNodeLost } from '../../../platform/db/load-separately.ts'
import { limitEntries } from '../../../platform/limit-entries.ts'
import { parseRange } from '../../../platform/zip/index.ts'
import { toVariantKey } from '../blob-keys.ts'
import { toDownloadName } from '../download-name.ts'
import { describeStripping, readOriginal, toOriginalsForReader } from '../originals/original-access.ts'
import { listActiveLibraryVersions } from '../store/library-versions.ts'
import { listStoredPhotos, type MediaPhoto, type PhotoRow, type StoredPhoto } from '../store/photos.ts'
import { createLargeViewRenderer } from './large-views.ts'
import { cacheGrants, type MediaScope, readMediaToken } from './media-address.ts'

/** Size of the in-memory cache of variants, per process. */
const CACHE_BYTES = 64 * 1024 * 1024

/** State that all routes of a server share. */
const getSharedState = memoizePerContext(ctx => ({
  cache: new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: bytes => bytes.length }),
  renderLargeView: createLargeViewRenderer(ctx),
}))

/**
 * Whether the photo's variants exist; photos without them are not cached, because variants must be shown as soon as
 * any process lists them.
 */
export const hasVariants = ({ state }: Pick<PhotoRow, 'state'>): boolean => state !== 'processing'

type MediaRequest = Pick<FastifyRequest, 'method' | 'headers'>

const PHOTO_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Serves the pictures of libraries and bins. A deleted photo is unavailable within a second. */
export function mountMedia(app: FastifyInstance, ctx: Context): void {
  const find = createStoredPhotoLoader(ctx)
  mountMediaRoute(app, ctx, {
    url: '/media/:token/:photoId/:kind',
    readToken: token => readMediaToken(ctx, token),
    find: ({ accountId, scope, photoId: grantedId }, photoId) =>
      grantedId === undefined || grantedId === photoId ? find(accountId, photoId, scope) : null,
    getReaderId: ({ accountId }) => accountId,
    isCacheable: ({ scope }) => scope !== 'bin',
    isEmbeddable: ({ scope }) => scope === 'photo',
  })
}

/** The access that an address grants, until it expires or its session ends. */
interface AddressGrant {
  expires: Date
  /** The mark of its session, if it has one (http/session-addresses.ts). */
  mark?: string
}

/** A route of signed addresses. */
export interface MediaRoute<Grant extends AddressGrant> {
  /** Path with the parameters token, photoId and kind. */
  url: string
  /** The grant of a token; null if it is not valid. */
  readToken: (token: string) => Grant | null
  /** Finds the photo if the grant currently allows it. */
  find: (grant: Grant, photoId: string) => RowOrPromise<MediaPhoto>
  /** The account that gets the originals and full sizes, its own untouched; null: neither is served. */
  getReaderId: (grant: Grant) => string | null
  /** Whether browsers may cache pictures until their address expires. */
  isCacheable: (grant: Grant) => boolean
  /** Whether pages of other sites may embed the pictures; default: no. */
  isEmbeddable?: (grant: Grant) => boolean
  /** Default: 'signed'. Public where the token names something public and is not a signature. */
  policy?: 'signed' | 'public'
}

/**
 * Serves pictures by signed address, without access token or session. The media type is the detected one, never
 * derived from the file name; headers keep browsers from running the bytes as a page.
 */
export function mountMediaRoute<Grant extends AddressGrant>(
  app: FastifyInstance,
  ctx: Context,
  { url, readToken, find, getReaderId, isCacheable, isEmbeddable, policy = 'signed' }: MediaRoute<Grant>,
): void {
  const { cache, renderLargeView } = getSharedState(ctx)
  const readGrant = cacheGrants(ctx, readToken)
  app.route<{ Params: { token: string; photoId: string; kind: string } }>({
    method: 'GET',
    url,
    config: { policy, securityHeaders: 'none' },
    errorHandler: answerUnreadable,
    // Returns no promise where everything is in memory, because a page requests dozens of pictures.
    handler: (request, reply) => {
      const { token, kind } = request.params
      const photoId = request.params.photoId.toLowerCase()
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .header('x-content-type-options', 'nosniff')
      const grant = readGrant(token)
      if (!grant) throw new Failure('address-expired', 'This address is not valid any more')
      if (isEmbeddable?.(grant)) reply.header('cross-origin-resource-policy', 'cross-origin')
      const readerId = getReaderId(grant)
      const send = (photo: MediaPhoto | null) => {
        if (!photo) throw notFound('Photo')
        setCacheControl(reply, grant.expires, ctx.clock.now(), isCacheable(grant))
        if (kind === 'original' && readerId !== null)
          return sendOriginal(ctx, request, reply, { photo, readerId, disposition: 'attachment' })
        if (kind === 'view' && readerId !== null)
          return sendView(ctx, renderLargeView, request, reply, { photo, readerId })
        return sendVariant(ctx, cache, request, reply, photo, kind)
      }
      const findAndSend = () => {
        const photo = PHOTO_ID.test(photoId) ? find(grant, photoId) : null
        return photo instanceof Promise ? photo.then(send) : send(photo)
      }
      const checking = requireSession(ctx, grant.mark)
      const sending = checking ? checking.then(findAndSend) : findAndSend()
      // Fastify must get the reply: else it ends a response whose stream has not begun with an empty body.
      return sending?.then(() => reply)
    },
  })
}

/**
 * Answers 404 for an original that is missing or truncated, because a retry does not help, unlike after the
 * other errors of a store. Fastify calls it only before the first byte.
 */
function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): never {
  if (!(error instanceof BlobMissingError || error instanceof BlobTooShortError)) throw error
  const { photoId } = request.params as { photoId: string }
  request.log.error({ err: error, photoId }, 'original is missing or cut off')
  for (const name of ['accept-ranges', 'content-disposition', 'content-length', 'content-range', 'etag'])
    reply.removeHeader(name)
  throw notFound('Picture')
}

interface OriginalRequest {
  photo: MediaPhoto
  readerId: string
}

/** Sends a picture in full size: the original, or a rendering of a type that browsers do not show. */
function sendView(
  ctx: Context,
  renderLargeView: ReturnType<typeof createLargeViewRenderer>,
  request: MediaRequest,
  reply: FastifyReply,
  { photo, readerId }: OriginalRequest,
): void | Promise<void> {
  if (photo.content_type !== 'image/heic')
    return sendOriginal(ctx, request, reply, { photo, readerId, disposition: 'inline' })
  if (isNotModified(request, reply, photo, 'view')) return sendNotModified(reply)
  return renderLargeView(photo, createDisconnectSignal(reply)).then(bytes => void reply.send(toBuffer(bytes)))
}

function sendVariant(
  ctx: Context,
  cache: LRUCache<string, Buffer>,
  request: MediaRequest,
  reply: FastifyReply,
  photo: MediaPhoto,
  kind: string,
): void | Promise<void> {
  const variant = requireFound(
    photo.variants.find(each => String(each.id) === kind),
    'Picture',
  )
  if (isNotModified(request, reply, photo, kind)) return sendNotModified(reply)
  const key = toVariantKey(photo, variant.id)
  const cachedBytes = cache.get(key)
  if (cachedBytes) return void reply.send(cachedBytes)
  return ctx.blobs.get(key).then(blob => {
    if (!blob) throw notFound('Picture')
    const bytes = toBuffer(blob)
    cache.set(key, bytes)
    reply.send(bytes)
  })
}

/** Sets the headers of a generated picture; true if the client has it in its cache. */
function isNotModified(
  { headers }: MediaRequest,
  reply: FastifyReply,
  photo: MediaPhoto,
  kind: string,
): boolean {
  const etag = `"${photo.photo_id}-${kind}"`
  reply.header('etag', etag).type('image/jpeg')
  return headers['if-none-match'] === etag
}

const sendNotModified = (reply: FastifyReply): void => void reply.code(304).send()

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Aborts with a failure when the client closes the connection before it has the whole response. */
function createDisconnectSignal(reply: FastifyReply): AbortSignal {
  const disconnection = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished)
      disconnection.abort(new Failure('client-closed', 'The client closed the connection'))
  })
  return disconnection.signal
}

async function sendOriginal(
  ctx: Context,
  { method, headers }: MediaRequest,
  reply: FastifyReply,
  { photo, readerId, disposition }: OriginalRequest & { disposition: 'attachment' | 'inline' },
): Promise<void> {
  const [original] = await toOriginalsForReader(ctx, [photo], readerId)
  if (!original) throw notFound('Photo')
  const length = original.size
  const etag = `"${photo.sha256}${describeStripping(original)}"`
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', formatContentDisposition(disposition, toDownloadName(photo)))
    .type(photo.content_type)
  if (headers['if-none-match'] === etag) {
    sendNotModified(reply)
    return
  }
  // Range is defined for GET only (RFC 9110, 14.2).
  const rangeHeader = method === 'GET' ? headers.range : undefined
  const range = parseRange(rangeHeader, headers['if-range'] as string | undefined, etag, length)
  if (range.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${length}`)
    throw new Failure('range-not-satisfiable', 'The photo has no such bytes')
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: length - 1 }
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${length}`)
  reply.header('content-length', end - start + 1).send(readOriginal(ctx, original, { start, end }))
}

function setCacheControl(reply: FastifyReply, expires: Date, now: Date, isCacheable: boolean): void {
  const seconds = Math.max(0, Math.floor((expires.getTime() - now.getTime()) / 1000))
  reply.header('cache-control', isCacheable ? `private, max-age=${seconds}, immutable` : 'private, no-store')
}

interface PhotoKey {
  accountId: string
  photoId: string
  inBin: boolean
}

const toCacheKey = ({ accountId, photoId, inBin }: PhotoKey) => `${accountId}/${photoId}/${inBin}`

const MAX_ROWS = 20_000

/**
 * Loads photos of libraries and bins for media requests. A photo is cached while the version of its library is the
 * same; the version is read again after less than a second (P17).
 */
function createStoredPhotoLoader(ctx: Pick<Context, 'db'>) {
  const loadVersion = createBatchLoader<string, { version: string }>(
    accountId => accountId,
    accountIds => listActiveLibraryVersions(ctx.db, accountIds),
  )
  const loader = new DataLoader<PhotoKey, StoredPhoto | undefined>(
    keys =>
      loadSeparatelyIfNodeLost(
        keys,
        key => key.accountId,
        batchKeys => loadPhotos(ctx, batchKeys),
      ),
    { cache: false, batchScheduleFn: dispatch => setImmediate(dispatch) },
  )
  // Keyed by the id alone, which each request has parsed already; `isRequestedPhoto` compares the account.
  const photos = new LRUCache<string, { photo: StoredPhoto; version: string }>(limitEntries(MAX_ROWS))
  const load = async (key: PhotoKey, version: string) => {
    const photo = await loader.load(key)
    // Missing photos are not cached, so that a restored photo is shown immediately.
    if (!photo) return null
    if (hasVariants(photo)) photos.set(key.photoId, { photo, version })
    return photo
  }
  const find = (key: PhotoKey, library: { version: string } | null): RowOrPromise<StoredPhoto> => {
    if (!library) return null
    const cachedPhoto = photos.get(key.photoId)
    return cachedPhoto?.version === library.version && isRequestedPhoto(key, cachedPhoto.photo)
      ? cachedPhoto.photo
      : load(key, library.version)
  }
  return (accountId: string, photoId: string, scope: MediaScope): RowOrPromise<StoredPhoto> => {
    const key: PhotoKey = { accountId, photoId, inBin: scope === 'bin' }
    // The version is read before the photo: a photo may be newer than its version, never older.
    const library = loadVersion(accountId)
    return library instanceof Promise ? library.then(each => find(key, each)) : find(key, library)
  }
}

const isRequestedPhoto = ({ accountId, inBin }: PhotoKey, photo: StoredPhoto): boolean =>
  photo.account_id === accountId && (photo.deleted_at !== null) === inBin

async function loadPhotos(ctx: Pick<Context, 'db'>, keys: readonly PhotoKey[]) {
  const accountIds = [...new Set(keys.map(each => each.accountId))]
  const photoIds = [...new Set(keys.map(each => each.photoId))]
  const rows = await listStoredPhotos(ctx.db, accountIds, photoIds)
  const photos = new Map(
    rows.map(row => [
      toCacheKey({ accountId: row.account_id, photoId: row.photo_id, inBin: row.deleted_at !== null }),
      row,
    ]),
  )
  return keys.map(key => photos.get(toCacheKey(key)))
}
