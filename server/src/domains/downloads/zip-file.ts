import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { SERVICES } from '#contract/endpoint.ts'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { parseRange, planZip, ReceiverGoneError, sendZip } from '../../platform/zip/index.ts'
import { contentDisposition } from '../photos/index.ts'
import { zipEntry } from './downloads.ts'
import { findDownload } from './store.ts'
import { readZipToken } from './zip-address.ts'

/**
 * Streams an archive from its manifest (OP-94): exact Content-Length, strong ETag, Range, so that a broken download
 * goes on, also after a restart. A source that fails breaks the transfer visibly, never a short zip.
 */
export function mountZipFile(app: FastifyInstance, ctx: Context): void {
  app.route<{ Params: { token: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${SERVICES.downloads}/files/:token/:file`,
    exposeHeadRoute: false,
    config: { policy: 'signed' },
    handler: async (request, reply) => {
      // Range is defined for GET only (RFC 9110, 14.2).
      const rangeHeader = request.method === 'GET' ? request.headers.range : undefined
      const resuming = rangeHeader !== undefined && !/^bytes=0-/.test(rangeHeader)
      const allowed = readZipToken(ctx, request.params.token, resuming)
      if (!allowed || request.params.file !== `${allowed.downloadId}.zip`)
        throw new Failure('address-expired', 'This address is not valid any more')
      const row = await findDownload(ctx.db, allowed.accountId, allowed.downloadId, ctx.clock.now())
      if (!row?.manifest) throw notFound('Download')
      const plan = planZip(row.manifest.map(zipEntry))
      const range = parseRange(rangeHeader, header(request.headers['if-range']), plan.etag, plan.length)
      if (range.kind === 'unsatisfiable') {
        reply.header('content-range', `bytes */${plan.length}`)
        throw new Failure('range-not-satisfiable', 'The archive has no such bytes')
      }
      const bytes = range.kind === 'part' ? range : { start: 0, end: plan.length - 1 }
      reply.hijack()
      reply.raw.writeHead(range.kind === 'part' ? 206 : 200, {
        'content-type': 'application/zip',
        'content-length': bytes.end - bytes.start + 1,
        'content-disposition': contentDisposition('attachment', `${row.name ?? row.download_id}.zip`),
        'accept-ranges': 'bytes',
        etag: plan.etag,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        [CORRELATION_HEADER]: request.id,
        ...(range.kind === 'part'
          ? { 'content-range': `bytes ${bytes.start}-${bytes.end}/${plan.length}` }
          : {}),
      })
      if (request.method === 'HEAD') return void reply.raw.end()
      const opened = (key: string, start: number, end: number) => source(ctx, key, start, end)
      await sendZip(plan, bytes, opened, reply.raw).catch(error => {
        const facts = { err: error, download: row.download_id }
        // Somebody who pressed cancel is nothing to look after.
        if (error instanceof ReceiverGoneError) request.log.info(facts, 'archive was not fetched to its end')
        else request.log.warn(facts, 'archive broke off')
      })
    },
  })
}

function source(ctx: Context, key: string, start: number, end: number) {
  const path = ctx.blobs.localPath?.(key)
  return path ? open(path, 'r') : ctx.blobs.read(key, { start, end })
}

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
