import { open } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { Failure } from '../../http/failure.ts'
import { hijackReply } from '../../http/security-headers.ts'
import { BlobsUnavailableError } from '../../platform/blobs/blobs.ts'
import {
  type PositionedSource,
  parseRange,
  ReceiverGoneError,
  sendZip,
  type ZipPlan,
  type ZipSource,
} from '../../platform/zip/index.ts'

/**
 * Sends a planned zip as the response: exact Content-Length, strong ETag and Range, so that an interrupted
 * download can resume, also after a restart. A failing source aborts the transfer, so that no truncated zip looks
 * complete; `onSourceFailure` runs then, unless the blob store is unavailable. `facts` are added to log lines. Without
 * `mayStart` a started download may only resume: If-Range or If-Match must have the ETag, which only clients that have
 * received it know, because it depends on the hashes of the originals. Throws 403 without that proof, 412 when If-Match
 * names another zip.
 */
export async function answerZip<S>(
  request: FastifyRequest,
  reply: FastifyReply,
  plan: ZipPlan<S>,
  options: AnswerOptions<S>,
): Promise<void> {
  const [ifRange, ifMatch] = [
    getFirstValue(request.headers['if-range']),
    getFirstValue(request.headers['if-match']),
  ]
  if (!options.mayStart && ![ifRange, ifMatch].some(tags => hasTag(tags, plan.etag)))
    throw new Failure('address-expired', 'This address is no longer valid')
  if (ifMatch !== undefined && ifMatch.trim() !== '*' && !hasTag(ifMatch, plan.etag))
    throw new Failure('precondition-failed', 'The archive is not the one of If-Match any more')
  const range = parseRange(getRangeHeader(request), ifRange, plan.etag, plan.length)
  if (range.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${plan.length}`)
    throw new Failure('range-not-satisfiable', 'The archive has no such bytes')
  }
  const bytes = range.kind === 'part' ? range : { start: 0, end: plan.length - 1 }
  hijackReply(reply)
  reply.raw.writeHead(range.kind === 'part' ? 206 : 200, {
    'content-type': 'application/zip',
    'content-length': bytes.end - bytes.start + 1,
    'content-disposition': formatContentDisposition('attachment', options.fileName),
    'accept-ranges': 'bytes',
    etag: plan.etag,
    'cache-control': 'private, no-store',
    ...(range.kind === 'part' ? { 'content-range': `bytes ${bytes.start}-${bytes.end}/${plan.length}` } : {}),
  })
  if (request.method === 'HEAD') return void reply.raw.end()
  await sendZip(plan, bytes, options.source, reply.raw).catch(async error => {
    const facts = { err: error, ...options.facts }
    // Not a warning: the client has cancelled the download.
    if (error instanceof ReceiverGoneError)
      return request.log.info(facts, 'client disconnected during the zip')
    request.log.warn(facts, 'zip transfer aborted')
    if (error instanceof BlobsUnavailableError) return
    await options.onSourceFailure?.().catch(failure => {
      request.log.warn({ err: failure, ...options.facts }, 'originals of a zip not checked')
    })
  })
}

export interface AnswerOptions<S> {
  fileName: string
  mayStart: boolean
  facts: Record<string, unknown>
  source: (source: S, start: number, end: number) => ZipSource | Promise<ZipSource>
  onSourceFailure?: () => Promise<void>
}

/** Returns the Range header; undefined for HEAD, because Range is defined for GET only (RFC 9110, 14.2). */
const getRangeHeader = (request: FastifyRequest): string | undefined =>
  request.method === 'GET' ? request.headers.range : undefined

/** Creates a source of a zip from bytes in memory. */
export function createMemorySource(bytes: Buffer): PositionedSource {
  return {
    read: async (buffer, offset, length, position) => ({
      bytesRead: bytes.copy(buffer, offset, position, position + length),
    }),
    close: async () => {},
  }
}

/** Creates a source of a zip from a stored blob. */
export function createBlobSource(ctx: Context, key: string, start: number, end: number) {
  const path = ctx.blobs.localPath?.(key)
  return path ? open(path, 'r') : ctx.blobs.read(key, { start, end })
}

/** Returns whether a list of entity tags contains the strong tag `etag` (RFC 9110, 13.1.1). */
const hasTag = (tags: string | undefined, etag: string) =>
  (tags ?? '').split(',').some(tag => tag.trim() === etag)

const getFirstValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
