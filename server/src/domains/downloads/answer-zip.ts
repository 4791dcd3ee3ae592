import { open } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import type { Context } from '../../context.ts'
import { contentDisposition } from '../../http/content-disposition.ts'
import { Failure } from '../../http/failure.ts'
import {
  parseRange,
  ReceiverGoneError,
  sendZip,
  type ZipPlan,
  type ZipSource,
} from '../../platform/zip/index.ts'

/**
 * Answers with a planned zip (OP-94): exact Content-Length, strong ETag, Range, so that a broken download goes on, also
 * after a restart. A source that fails breaks the transfer visibly, never a short zip. `facts` name it in the log.
 */
export async function answerZip<S>(
  request: FastifyRequest,
  reply: FastifyReply,
  plan: ZipPlan<S>,
  options: {
    fileName: string
    facts: Record<string, unknown>
    source: (source: S, start: number, end: number) => ZipSource | Promise<ZipSource>
  },
): Promise<void> {
  const range = parseRange(rangeHeader(request), header(request.headers['if-range']), plan.etag, plan.length)
  if (range.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${plan.length}`)
    throw new Failure('range-not-satisfiable', 'The archive has no such bytes')
  }
  const bytes = range.kind === 'part' ? range : { start: 0, end: plan.length - 1 }
  reply.hijack()
  reply.raw.writeHead(range.kind === 'part' ? 206 : 200, {
    'content-type': 'application/zip',
    'content-length': bytes.end - bytes.start + 1,
    'content-disposition': contentDisposition('attachment', options.fileName),
    'accept-ranges': 'bytes',
    etag: plan.etag,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    [CORRELATION_HEADER]: request.id,
    ...(range.kind === 'part' ? { 'content-range': `bytes ${bytes.start}-${bytes.end}/${plan.length}` } : {}),
  })
  if (request.method === 'HEAD') return void reply.raw.end()
  await sendZip(plan, bytes, options.source, reply.raw).catch(error => {
    const facts = { err: error, ...options.facts }
    // Somebody who pressed cancel is nothing to look after.
    if (error instanceof ReceiverGoneError) request.log.info(facts, 'archive was not fetched to its end')
    else request.log.warn(facts, 'archive broke off')
  })
}

/** Range is defined for GET only (RFC 9110, 14.2). */
export const rangeHeader = (request: FastifyRequest): string | undefined =>
  request.method === 'GET' ? request.headers.range : undefined

/** A stored blob as a source of a zip. */
export function blobSource(ctx: Context, key: string, start: number, end: number) {
  const path = ctx.blobs.localPath?.(key)
  return path ? open(path, 'r') : ctx.blobs.read(key, { start, end })
}

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
