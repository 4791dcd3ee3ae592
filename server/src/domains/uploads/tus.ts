import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { DataStore, Server, ERRORS as TUS, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ErrorAnswer, ErrorCode } from '#contract/errors.ts'
import { idInput } from '#contract/id.ts'
import { UPLOAD_SESSION_MINUTES } from '#contract/upload-sessions.ts'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { infrastructureFailure, isDiskFailure } from '../../http/infrastructure-failure.ts'
import { hijackReply } from '../../http/security-headers.ts'
import { StagingLimitError, StagingOffsetError } from '../../platform/blobs/blobs.ts'
import { checkUploadAlbum } from '../albums/index.ts'
import { type RunningChecksums, runningChecksums } from './checksums.ts'
import { completeReceivedUpload, completeUpload } from './completion.ts'
import { createUpload } from './creation.ts'
import { UNFINISHED_MS } from './expiry.ts'
import { type Lease, leaseLost, takeOverLease } from './lease.ts'
import { FAILED_REQUESTS, refusedUploads } from './metrics.ts'
import { receiveBytes } from './receiving.ts'
import { refusalFailure } from './refusal.ts'
import { receivedLength } from './staged-upload.ts'
import { findUpload, type UploadRow } from './store/uploads.ts'
import { terminateUpload } from './termination.ts'
import { CHECKSUM_ALGORITHMS, parseChecksum, parseFileHash } from './tus-checksum.ts'
import { BYTES_TYPE, checkProtocol, TUS_METHODS } from './tus-protocol.ts'

const FILES = '/api/uploads/files'
/** For phones, which see the files of their session only (OP-12). */
const PHONE_FILES = '/api/uploads/phone/files'

/** Sender and id of the current request: tus calls the data store without the request. */
const caller = new AsyncLocalStorage<Sender & TusRequest>()

interface TusRequest {
  requestId: string
  /** The header Upload-Checksum. */
  checksum: string | undefined
  /** The bytes of the request. */
  body: Readable
  /** Announced bytes of the body; null without a length. */
  bodyLength: number | null
  /** The upload that this request has created. */
  created?: Upload
  /** Ends when nothing of this request's bytes is written any more. */
  writing?: Promise<number>
  /** Of an upload whose last byte arrived with this request. */
  lease?: Lease
}

/** A customer, or a phone with an upload token of that customer. */
interface Sender {
  accountId: string
  sessionId: string | null
}

/**
 * Mounts tus 1.0 (OP-10): creation, creation-with-upload, termination, expiration, checksum. Bytes are acknowledged when they are
 * on disk, the last ones when the original is at its key and the row is committed. Foreign uploads are not found.
 */
export function mountTus(app: FastifyInstance, ctx: Context): void {
  const owners = tusServer(ctx, FILES, UNFINISHED_MS)
  const phones = tusServer(ctx, PHONE_FILES, UPLOAD_SESSION_MINUTES * 60_000)
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const serve = async (
      server: AccountServer,
      sender: Sender,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      checkProtocol(request, reply)
      hijackReply(reply)
      if (request.method === 'OPTIONS')
        reply.raw.setHeader('Tus-Checksum-Algorithm', CHECKSUM_ALGORITHMS.join())
      const isSent = finished(reply.raw).then(
        () => true,
        () => false,
      )
      await caller.run({ ...sender, ...parseRequest(request) }, async () => {
        await server.handle(request.raw, reply.raw)
        if (caller.getStore()!.created && !(await isSent)) await server.discardCreated()
      })
    }
    for (const url of [FILES, `${FILES}/:id`])
      scope.route({
        method: [...TUS_METHODS],
        url,
        exposeHeadRoute: false,
        config: { policy: 'customer', rateLimit: false, bodyTimeout: false },
        handler: (request, reply) =>
          serve(owners, { accountId: request.caller!.accountId, sessionId: null }, request, reply),
      })
    for (const url of [PHONE_FILES, `${PHONE_FILES}/:id`])
      scope.route({
        method: [...TUS_METHODS],
        url,
        exposeHeadRoute: false,
        config: { policy: 'upload-session', bodyTimeout: false },
        handler: (request, reply) => serve(phones, request.uploadSession!, request, reply),
      })
  })
}

function parseRequest({ id, headers, raw }: FastifyRequest): TusRequest {
  const hasBytes = headers['content-type'] === BYTES_TYPE
  const length = headers['content-length']
  return {
    requestId: id,
    body: raw,
    checksum: hasBytes ? headers['upload-checksum']?.toString() : undefined,
    bodyLength: hasBytes && length !== undefined ? Number(length) : null,
  }
}

/** Turns the plain-text errors of the tus server into JSON (AA-116); `write` sends every response. */
class JsonServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (status < 400 || !body) return super.write(context, headers, status, body)
    headers.set('content-type', 'application/json; charset=utf-8')
    const tusError: TusFailure = { code: TUS_CODES[status] ?? 'bad-request', message: body.trim() }
    const { retryAfterSeconds, ...fields } = parseFailure(body) ?? tusError
    if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds))
    const answer: ErrorAnswer = { ...fields, correlationId: caller.getStore()!.requestId }
    return super.write(context, headers, status, JSON.stringify(answer))
  }
}

/** A failure as JSON text inside the tus server, which passes on a status and a text only. */
type TusFailure = Omit<ErrorAnswer, 'correlationId'> & { retryAfterSeconds?: number | undefined }

/** Null for an error of the tus server itself. */
const parseFailure = (body: string): TusFailure | null => (body.startsWith('{') ? JSON.parse(body) : null)

/** Error codes for errors of the tus server itself. */
const TUS_CODES: Partial<Record<number, ErrorCode>> = {
  403: 'forbidden',
  404: 'not-found',
  409: 'offset-conflict',
  410: 'gone',
  413: 'too-large',
  500: 'unexpected',
}

/** `discardCreated`: see AccountStore. */
type AccountServer = Server & { discardCreated(): Promise<void> }

function tusServer(ctx: Context, path: string, lifetimeMs: number): AccountServer {
  const checksums = runningChecksums()
  const datastore = new AccountStore(ctx, checksums, lifetimeMs)
  const discardCreated = () => datastore.discardCreated()
  const server = new JsonServer({
    path,
    datastore,
    maxSize: UPLOAD_MAX_BYTES,
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: [],
    namingFunction: () => randomUUID(),
    // An id that is no UUID names no upload.
    getFileIdFromRequest: (_request, last) => idInput.safeParse(last).data,
    // The data store reads the bytes of the request itself: through the web stream and three other streams of the tus
    // server they cost more than their checksums (RV-506).
    onIncomingRequest: async request => void Object.defineProperty(request, 'body', { value: null }),
    onUploadFinish: async (_request, upload) => {
      await completeUpload(ctx, caller.getStore()!.lease!, checksums.take(upload.id, upload.size ?? 0))
      return {}
    },
    onResponseError: async (_request, error) => {
      await discardCreated()
      return tusAnswer(ctx, error)
    },
  })
  return Object.assign(server, { discardCreated })
}

/** Checks the album of an upload: the sender's own, and not shared. */
async function checkAlbum(ctx: Context, accountId: string, given: string | null): Promise<string | null> {
  if (given === null) return null
  const parsed = idInput.safeParse(given)
  if (!parsed.success)
    throw new Failure('bad-request', 'The album id is not valid', { fields: { albumId: 'not-valid' } })
  await checkUploadAlbum(ctx, accountId, parsed.data)
  return parsed.data
}

/** The batch and the file of an upload; undefined without both, because a receipt is not worth a refused upload. */
function parseBatch(metadata: Upload['metadata']) {
  const ids = z.object({ batchId: idInput, fileId: idInput }).safeParse(metadata)
  return ids.data
}

class AccountStore extends DataStore {
  readonly #ctx: Context
  readonly #checksums: RunningChecksums
  readonly #lifetimeMs: number

  constructor(ctx: Context, checksums: RunningChecksums, lifetimeMs: number) {
    super()
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum']
    this.#ctx = ctx
    this.#checksums = checksums
    this.#lifetimeMs = lifetimeMs
  }

  override async create(upload: Upload): Promise<Upload> {
    const ctx = this.#ctx
    if (upload.size === undefined) throw TUS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION
    if (upload.size === 0) throw refusalFailure('empty')
    const { accountId, sessionId, checksum, bodyLength } = caller.getStore()!
    parseChecksum(checksum)
    if ((bodyLength ?? 0) > upload.size) throw TUS.ERR_SIZE_EXCEEDED
    const row = await createUpload(ctx, accountId, {
      uploadId: upload.id,
      fileName: upload.metadata?.filename ?? '',
      type: upload.metadata?.filetype ?? null,
      sha256: parseFileHash(upload.metadata?.sha256),
      // A phone cannot choose the album: the session's album counts.
      albumId: sessionId === null ? await checkAlbum(ctx, accountId, upload.metadata?.albumId ?? null) : null,
      size: upload.size,
      sessionId,
      batch: parseBatch(upload.metadata),
    })
    upload.creation_date = row.createdAt.toISOString()
    caller.getStore()!.created = upload
    return upload
  }

  /** Appends the bytes of the request; `empty` is the stream of a request without them (`onIncomingRequest`). */
  override async write(empty: Readable, id: string, offset: number): Promise<number> {
    empty.resume()
    const sender = caller.getStore()!
    const checksum = parseChecksum(sender.checksum)
    // The tus server has created the upload or called getUpload, which checks the phone's session, in this request.
    const lease = await takeOverLease(this.#ctx, { account_id: sender.accountId, upload_id: id })
    if (!lease) throw leaseLost()
    sender.lease = lease
    const bytes = { offset, stream: sender.body, checksum }
    sender.writing = receiveBytes(this.#ctx, lease, this.#checksums, bytes).catch(async error => {
      if (error instanceof StagingLimitError) await this.#discardOversized(lease.row)
      throw error
    })
    return sender.writing
  }

  /** Deletes an upload whose request had more bytes than were announced: those that fit are no file. */
  async #discardOversized(row: UploadRow): Promise<void> {
    await terminateUpload(this.#ctx, row, new Set(['receiving']))
    this.#checksums.delete(row.upload_id)
  }

  /**
   * Deletes the upload that this request has created, when nobody learns its address: the answer is an error, or could not
   * be sent. One whose bytes have all arrived stays and becomes a photo.
   */
  async discardCreated(): Promise<void> {
    const { accountId, created, writing } = caller.getStore()!
    if (!created) return
    try {
      await writing?.catch(() => undefined)
      const row = await findUpload(this.#ctx.db, accountId, created.id)
      if (row?.state !== 'receiving' || (await receivedLength(this.#ctx, row)) === created.size) return
      await terminateUpload(this.#ctx, row, new Set(['receiving']))
      this.#checksums.delete(created.id)
    } catch (error) {
      this.#ctx.log.warn(
        { err: error, uploadId: created.id },
        'an upload without an address stays until it expires',
      )
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const { created, lease } = caller.getStore()!
    // The tus server asks for what it has just created; it has no bytes until a lease was taken.
    if (created && !lease) return created
    const row = await this.#row(id)
    const size = Number(row.size)
    const offset = row.state === 'receiving' ? await receivedLength(this.#ctx, row) : size
    // All bytes arrived and the process crashed before completion: completes the upload now.
    if (row.state === 'receiving' && offset === size) await completeReceivedUpload(this.#ctx, row)
    return new Upload({
      id,
      size,
      offset,
      // The tus server adds the lifetime to this date; the expiry moves with each byte.
      creation_date: new Date(row.expires_at.getTime() - this.#lifetimeMs).toISOString(),
      metadata: { filename: row.file_name },
    })
  }

  override async remove(id: string): Promise<void> {
    const row = await this.#row(id)
    if (!(await terminateUpload(this.#ctx, row, TERMINABLE)))
      throw new Failure('forbidden', 'The upload is complete: DELETE /photos deletes its photo', {
        fields: { reason: 'completed' },
      })
    this.#checksums.delete(id)
  }

  override getExpiration(): number {
    return this.#lifetimeMs
  }

  async #row(id: string) {
    const { accountId, sessionId } = caller.getStore()!
    const row = await findUpload(this.#ctx.db, accountId, id)
    if (!row || (sessionId !== null && row.session_id !== sessionId)) throw TUS.FILE_NOT_FOUND
    if (row.reason === 'expired') throw TUS.FILE_NO_LONGER_EXISTS
    return row
  }
}

/** States of an upload that DELETE removes; in all others it has become a photo (RV-211). */
const TERMINABLE: ReadonlySet<UploadRow['state']> = new Set(['receiving', 'refused'])

function tusAnswer(ctx: Context, error: Error | { status_code: number; body: string }) {
  if ('status_code' in error) return undefined
  // Only a request without a length can be longer than the upload: all others were refused before.
  if (error instanceof StagingLimitError) return TUS.ERR_MAX_SIZE_EXCEEDED
  const failure =
    error instanceof Failure
      ? error
      : error instanceof StagingOffsetError
        ? new Failure('offset-conflict', 'The upload is at another offset')
        : (infrastructureFailure(error) ?? new Failure('unexpected', 'Something went wrong'))
  if (FAILED_REQUESTS.has(failure.code)) ctx.metrics.of(refusedUploads).inc({ reason: failure.code })
  if (failure.code === 'unexpected' || isDiskFailure(error)) ctx.log.error({ err: error }, 'upload failed')
  const { status, code, message, fields, retryAfterSeconds } = failure
  const body: TusFailure = { code, message, ...(fields ? { fields } : {}), retryAfterSeconds }
  return { status_code: status, body: JSON.stringify(body) }
}
