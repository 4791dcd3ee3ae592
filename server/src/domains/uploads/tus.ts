import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { DataStore, Server, ERRORS as TUS, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { albumId } from '#contract/albums.ts'
import { CORRELATION_HEADER, type ErrorAnswer, type ErrorCode } from '#contract/errors.ts'
import { UPLOAD_SESSION_MINUTES } from '#contract/upload-sessions.ts'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { type Context, change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { infrastructureFailure } from '../../http/infrastructure-failure.ts'
import { StagingOffsetError } from '../../platform/blobs/blobs.ts'
import { checkUploadAlbum } from '../albums/index.ts'
import { runningChecksums } from './checksums.ts'
import { completeUpload, receivedLength, refused, stagingId } from './completion.ts'
import { createUpload, UPLOAD_DAYS } from './creation.ts'
import { publishSessionChange } from './sessions/notifications.ts'
import { adjustFileCount } from './store/sessions.ts'
import { deleteUpload, findUpload } from './store/uploads.ts'

const DAY_MS = 86_400_000
const FILES = '/api/uploads/files'
/** The same for a phone, which sees the files of its session only (OP-12). */
const PHONE_FILES = '/api/uploads/phone/files'

/** Whose request the tus server works on, and which; its store is called without the request. */
const caller = new AsyncLocalStorage<Sender & { requestId: string }>()

/** A customer, or a phone on their behalf. */
interface Sender {
  accountId: string
  sessionId: string | null
}

/**
 * tus 1.0 (OP-10): creation, creation-with-upload, termination, expiration. Bytes are acknowledged when they are on
 * disk; the last ones when the original is in its place and the row is committed. Only the owner sees an upload.
 */
export function mountTus(app: FastifyInstance, ctx: Context): void {
  const owners = tusServer(ctx, FILES, UPLOAD_DAYS * DAY_MS)
  const phones = tusServer(ctx, PHONE_FILES, UPLOAD_SESSION_MINUTES * 60_000)
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const methods = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']
    const serve = async (server: Server, sender: Sender, request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      reply.raw.setHeader(CORRELATION_HEADER, request.id)
      const requestId = request.id
      await caller.run({ ...sender, requestId }, () => server.handle(request.raw, reply.raw))
    }
    for (const url of [FILES, `${FILES}/:id`])
      scope.route({
        method: methods,
        url,
        exposeHeadRoute: false,
        config: { policy: 'customer', rateLimit: false },
        handler: (request, reply) =>
          serve(owners, { accountId: request.caller!.accountId, sessionId: null }, request, reply),
      })
    for (const url of [PHONE_FILES, `${PHONE_FILES}/:id`])
      scope.route({
        method: methods,
        url,
        exposeHeadRoute: false,
        config: { policy: 'upload-session' },
        handler: (request, reply) => serve(phones, request.uploadSession!, request, reply),
      })
  })
}

/** tus answers its failures as plain text; ours are JSON everywhere (AA-116). Every failure leaves by `write`. */
class JsonServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (status < 400 || !body) return super.write(context, headers, status, body)
    headers.set('content-type', 'application/json; charset=utf-8')
    const refusal: Told = { code: TUS_CODES[status] ?? 'bad-request', message: body.trim() }
    const { retryAfterSeconds, ...told } = ourFailure(body) ?? refusal
    if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds))
    const answer: ErrorAnswer = { ...told, correlationId: caller.getStore()!.requestId }
    return super.write(context, headers, status, JSON.stringify(answer))
  }
}

/** A failure on its way through the tus server, which passes on a status and a text. */
type Told = Omit<ErrorAnswer, 'correlationId'> & { retryAfterSeconds?: number | undefined }

/** Null for what the tus server refused itself. */
const ourFailure = (body: string): Told | null => (body.startsWith('{') ? JSON.parse(body) : null)

/** Codes for what the tus server itself refuses. */
const TUS_CODES: Partial<Record<number, ErrorCode>> = {
  403: 'forbidden',
  404: 'not-found',
  409: 'offset-conflict',
  410: 'gone',
  413: 'too-large',
  500: 'unexpected',
}

function tusServer(ctx: Context, path: string, lifetimeMs: number): Server {
  const sums = runningChecksums()
  const finish = (accountId: string, id: string, size: number) =>
    completeUpload(ctx, accountId, id, sums.take(id, size))
  return new JsonServer({
    path,
    datastore: new AccountStore(ctx, sums, finish, lifetimeMs),
    maxSize: UPLOAD_MAX_BYTES,
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: [],
    namingFunction: () => randomUUID(),
    onUploadFinish: async (_request, upload) => {
      await finish(caller.getStore()!.accountId, upload.id, upload.size ?? 0)
      return {}
    },
    onResponseError: (_request, error) => tusAnswer(ctx, error),
  })
}

/** The album a photo is sent to: of the sender's own, and not shared. */
async function albumFor(ctx: Context, accountId: string, given: string | null): Promise<string | null> {
  if (given === null) return null
  const parsed = albumId.safeParse(given)
  if (!parsed.success)
    throw new Failure('bad-request', 'The album id is not valid', { fields: { albumId: 'not-valid' } })
  await checkUploadAlbum(ctx, accountId, parsed.data)
  return parsed.data
}

type Finish = (accountId: string, id: string, size: number) => Promise<void>

class AccountStore extends DataStore {
  readonly #ctx: Context
  readonly #sums: ReturnType<typeof runningChecksums>
  readonly #finish: Finish
  readonly #lifetimeMs: number

  constructor(ctx: Context, sums: ReturnType<typeof runningChecksums>, finish: Finish, lifetimeMs: number) {
    super()
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
    this.#ctx = ctx
    this.#sums = sums
    this.#finish = finish
    this.#lifetimeMs = lifetimeMs
  }

  override async create(upload: Upload): Promise<Upload> {
    const ctx = this.#ctx
    if (upload.size === undefined) throw TUS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION
    if (upload.size === 0) throw refused('empty')
    const { accountId, sessionId } = caller.getStore()!
    const row = await createUpload(ctx, accountId, {
      uploadId: upload.id,
      fileName: upload.metadata?.filename ?? '',
      type: upload.metadata?.filetype ?? null,
      sha256: upload.metadata?.sha256 ?? null,
      // A phone has no say in the album: its session has.
      albumId: sessionId === null ? await albumFor(ctx, accountId, upload.metadata?.albumId ?? null) : null,
      size: upload.size,
      sessionId,
    })
    upload.creation_date = row.createdAt.toISOString()
    return upload
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#row(id)
    // Counted in bytes: as objects 16 chunks would wait in memory, to be sent again when the process is killed.
    const source = Readable.from(this.#sums.tap(id, offset, stream), { objectMode: false })
    const { length } = await this.#ctx.blobs.staging.append(stagingId(row), offset, source, Number(row.size))
    return length
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id)
    const size = Number(row.size)
    const offset = row.state === 'receiving' ? await receivedLength(this.#ctx, row) : size
    // Complete but never finished: the process died in between. Whoever asks gets it finished.
    if (row.state === 'receiving' && offset === size) await this.#finish(row.account_id, id, size)
    return new Upload({
      id,
      size,
      offset,
      creation_date: row.created_at.toISOString(),
      metadata: { filename: row.file_name },
    })
  }

  override async remove(id: string): Promise<void> {
    const row = await this.#row(id)
    this.#sums.drop(id)
    if (row.state !== 'receiving') return
    await change(this.#ctx, async tx => {
      const deleted = await deleteUpload(tx, row)
      if (!row.session_id || !deleted) return
      await adjustFileCount(tx, row.account_id, row.session_id, -1)
      await publishSessionChange(this.#ctx, tx, row.account_id, row.session_id)
    })
    await this.#ctx.blobs.staging.remove(stagingId(row))
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

function tusAnswer(ctx: Context, error: Error | { status_code: number; body: string }) {
  if ('status_code' in error) return undefined
  const failure =
    error instanceof Failure
      ? error
      : error instanceof StagingOffsetError
        ? new Failure('offset-conflict', 'The upload is at another offset')
        : (infrastructureFailure(error) ?? new Failure('unexpected', 'Something went wrong'))
  if (failure.code === 'unexpected') ctx.log.error({ err: error }, 'upload failed')
  const { status, code, message, fields, retryAfterSeconds } = failure
  const told: Told = { code, message, ...(fields ? { fields } : {}), retryAfterSeconds }
  return { status_code: status, body: JSON.stringify(told) }
}
