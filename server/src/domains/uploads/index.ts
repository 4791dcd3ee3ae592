import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as batches from '#contract/upload-batches.ts'
import { getPhoneResult } from '#contract/upload-sessions.ts'
import * as contract from '#contract/uploads.ts'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { type Context, change } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { readBearerToken } from '../../http/bearer-token.ts'
import { Failure } from '../../http/failure.ts'
import { toInfrastructureFailure } from '../../http/infrastructure-failure.ts'
import { type Guard, type Route, route } from '../../http/route.ts'
import { on } from '../../platform/events/events.ts'
import { refuseWhileDeleting } from '../activation/index.ts'
import { addUploadedPhotos, checkUploadAlbum } from '../albums/index.ts'
import { applyCompanions, lockPhotosByHash, restoreLockedPhotos } from '../photos/index.ts'
import { placesTurnedOff } from '../places/index.ts'
import { closeBatch, readReceipt, recordBatchFiles } from './batches/receipt.ts'
import { uploadCase } from './case-lines.ts'
import { createChecksumTracker } from './checksums.ts'
import { uploadRefused } from './events.ts'
import { uploadJobs } from './jobs.ts'
import { getStorageUsage } from './limits.ts'
import { completedUploads, FAILED_REQUESTS, refusedUploads, uploadedBytes } from './metrics.ts'
import { findStoredHashes } from './originals.ts'
import { originalsCommand } from './originals-command.ts'
import { presentReceipt } from './receipts.ts'
import { toStagingId } from './receiving.ts'
import { uploadSessionAccess } from './sessions/access.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { verifyUploadToken } from './sessions/upload-token.ts'
import { toStatedFacts } from './stated-facts.ts'
import { findSessionById, getSessionState } from './store/sessions.ts'
import { deleteStatedPlaces } from './store/stated-places.ts'
import { listReceivingUploads, listUploadsWithPhotos } from './store/uploads.ts'
import { uploadTables } from './tables.ts'
import { CHECKSUM_ALGORITHMS } from './tus-checksum.ts'
import { handlePost } from './tus-creation.ts'
import { parseMethod, TUS_METHODS, TUS_VERSION, type TusMethod } from './tus-protocol.ts'
import { handleDelete, handleHead, handlePatch, type TusCall } from './tus-upload.ts'

export { uploadRefused } from './events.ts'
export { cleanFileName } from './file-name.ts'
export { cleanUp as cleanUpUploads } from './jobs.ts'
export { recoverUpload, type UploadOutcome, uploadStream } from './server-uploads.ts'
export { listUploadBatches, type UploadBatch } from './store/batches.ts'
export { discardUpload } from './termination.ts'
export { defineUploadPurpose } from './upload-purposes.ts'

const batchRoutes: readonly Route[] = [
  route(batches.getUploadBatch, ({ ctx, caller, params, query }) =>
    readReceipt(ctx, { accountId: caller.accountId, batchId: params.id }, query.cursor),
  ),
  route(batches.recordBatchFiles, ({ ctx, caller, params, body }) =>
    recordBatchFiles(ctx, { accountId: caller.accountId, batchId: params.id }, body.files),
  ),
  route(batches.closeUploadBatch, ({ ctx, caller, params }) =>
    closeBatch(ctx, { accountId: caller.accountId, batchId: params.id }),
  ),
]

/**
 * Authenticates requests of a phone: 401 without a valid upload token, 410 when its session has ended, except for its
 * result. Reads the session on every request, so that revoking it has immediate effect.
 */
const uploadTokenGuard: Guard = async (ctx, request) => {
  const token = readBearerToken(request)
  const sessionId = token === null ? null : verifyUploadToken(ctx, token)
  if (!sessionId) throw new Failure('unauthorized', 'A valid upload token is needed')
  const session = await findSessionById(ctx.db, sessionId)
  const state = session ? getSessionState(session, ctx.clock.now()) : 'expired'
  const mayHaveEnded = request.routeOptions.config.endpoint === getPhoneResult
  if (!session || (state !== 'open' && !mayHaveEnded))
    throw new Failure('gone', 'The upload session has ended', { fields: { reason: state } })
  request.uploadSession = { accountId: session.account_id, sessionId }
}

const FILES = '/api/uploads/files'

/** Path for phones, which see the files of their session only. */
const PHONE_FILES = '/api/uploads/phone/files'

const HANDLER_BY_METHOD: Record<TusMethod, (call: TusCall) => Promise<void>> = {
  OPTIONS: handleOptions,
  POST: handlePost,
  HEAD: handleHead,
  PATCH: handlePatch,
  DELETE: handleDelete,
}

const getSender = ({ uploadSession, caller }: FastifyRequest) =>
  uploadSession ?? { accountId: caller!.accountId, sessionId: null }

const uploadRoutes: readonly Route[] = [
  route(contract.getStorageUsage, ({ ctx, caller }) => getStorageUsage(ctx.db, caller.accountId)),

  route(contract.getReceipts, async ({ ctx, caller, body }) => ({
    receipts: (await listUploadsWithPhotos(ctx.db, caller.accountId, body.uploadIds)).map(presentReceipt),
  })),

  route(contract.checkHashes, async ({ ctx, caller, body }) => {
    const { albumId } = body
    if (albumId) await checkUploadAlbum(ctx, caller.accountId, albumId)
    const hashes = body.files.map(file => file.sha256)
    const storedHashes = await findStoredHashes(ctx, caller.accountId, hashes)
    return change(ctx, async tx => {
      await refuseWhileDeleting(tx.db, caller.accountId)
      const rows = await lockPhotosByHash(tx, caller.accountId, storedHashes)
      await restoreLockedPhotos(ctx, tx, caller.accountId, rows)
      // Of equal files only one may have a companion.
      const companions = new Map(
        body.files.flatMap(({ sha256, companion }) => (companion ? [[sha256, companion]] : [])),
      )
      const stated = rows.map(row => ({
        // It is in the library now.
        row: { ...row, deleted_at: null },
        ...toStatedFacts(ctx, companions.get(row.sha256) ?? {}),
      }))
      await applyCompanions(ctx, tx, caller.accountId, stated)
      const photoIds = rows.map(row => row.photo_id)
      if (albumId) await addUploadedPhotos(ctx, tx, caller.accountId, albumId, photoIds)
      return {
        known: rows.map(row => ({
          sha256: row.sha256,
          photoId: row.photo_id,
          state: row.deleted_at ? ('restored' as const) : ('already-there' as const),
        })),
      }
    })
  }),
]

const rows = eraseRows(uploadTables)

/** Bytes that arrive after the erasure have no upload: the clean-up removes them within about an hour. */
const uploadEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    for (const upload of await listReceivingUploads(ctx.db, erasure.accountId))
      await ctx.blobs.staging.remove(toStagingId(upload))
    await rows.erase(ctx, erasure)
  },
}

export const uploads = defineDomain({
  name: 'uploads',
  dependsOn: ['brands', 'customers', 'identity', 'photos', 'activation', 'albums', 'places'],
  tables: uploadTables,
  routes: [...uploadRoutes, ...sessionRoutes, ...batchRoutes],
  guards: { 'upload-session': uploadTokenGuard },
  mount: mountTus,
  jobs: uploadJobs,
  metrics: { counted: [uploadedBytes, completedUploads, refusedUploads] },
  emits: [uploadRefused],
  listeners: [on(placesTurnedOff, (_, tx, { accountId }) => deleteStatedPlaces(tx, accountId))],
  access: [uploadSessionAccess],
  commands: [originalsCommand],
  caseLines: uploadCase,
  eraseAccount: uploadEraser,
})

/**
 * Mounts tus 1.0: creation, creation-with-upload, termination, expiration, checksum. Bytes are acknowledged
 * when they are on disk, the last ones when the original is at its key and the row is committed. 404 for uploads of
 * other accounts.
 */
function mountTus(app: FastifyInstance, ctx: Context): void {
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
