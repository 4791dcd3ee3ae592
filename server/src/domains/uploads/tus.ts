import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { toInfrastructureFailure } from '../../http/infrastructure-failure.ts'
import { createChecksumTracker } from './checksums.ts'
import { FAILED_REQUESTS, refusedUploads } from './metrics.ts'
import { CHECKSUM_ALGORITHMS } from './tus-checksum.ts'
import { handlePost } from './tus-creation.ts'
import { parseMethod, TUS_METHODS, TUS_VERSION, type TusMethod } from './tus-protocol.ts'
import { handleDelete, handleHead, handlePatch, type TusCall } from './tus-upload.ts'

const FILES = '/api/uploads/files'
/** Path for phones, which see the files of their session only (OP-12). */
const PHONE_FILES = '/api/uploads/phone/files'

const HANDLER_BY_METHOD: Record<TusMethod, (call: TusCall) => Promise<void>> = {
  OPTIONS: handleOptions,
  POST: handlePost,
  HEAD: handleHead,
  PATCH: handlePatch,
  DELETE: handleDelete,
}

/**
 * Mounts tus 1.0 (OP-10): creation, creation-with-upload, termination, expiration, checksum. Bytes are acknowledged
 * when they are on disk, the last ones when the original is at its key and the row is committed. 404 for uploads of
 * other accounts.
 */
export function mountTus(app: FastifyInstance, ctx: Context): void {
  const checksums = createChecksumTracker()
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    // The bytes are read as they arrive.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onSend', async (_request, reply) => void reply.header('tus-resumable', TUS_VERSION))
    for (const base of [FILES, PHONE_FILES])
      for (const url of [base, `${base}/:id`])
        scope.route({
          method: [...TUS_METHODS],
          url,
          exposeHeadRoute: false,
          config: {
            ...(base === FILES ? { policy: 'customer', rateLimit: false } : { policy: 'upload-session' }),
            bodyTimeout: false,
            statementClass: 'upload',
          },
          async handler(request, reply) {
            const method = parseMethod(request, reply)
            await HANDLER_BY_METHOD[method]({ ctx, checksums, ...getSender(request), request, reply }).catch(
              error => {
                countFailure(ctx, error)
                // The rest of the body is not read, so that no other request can follow on the connection.
                if (!request.raw.complete) reply.header('connection', 'close')
                throw error
              },
            )
            return reply
          },
        })
  })
}

const getSender = ({ uploadSession, caller }: FastifyRequest) =>
  uploadSession ?? { accountId: caller!.accountId, sessionId: null }

async function handleOptions({ reply }: TusCall): Promise<void> {
  reply.code(204).headers({
    'tus-version': TUS_VERSION,
    'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
    'tus-max-size': UPLOAD_MAX_BYTES,
    'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(),
  })
  reply.send()
}

function countFailure(ctx: Context, error: unknown): void {
  const failure = error instanceof Failure ? error : toInfrastructureFailure(error)
  const reason = failure?.code ?? 'unexpected'
  if (FAILED_REQUESTS.has(reason)) ctx.metrics.get(refusedUploads).inc({ reason })
}
