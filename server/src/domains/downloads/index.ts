import { type Context, change } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { libraryCleared } from '../photos/index.ts'
import { buildDownload, cancelPendingDownloads, publishDownload } from './downloads.ts'
import { cleanUpDownloads, prepareDownload } from './job-kinds.ts'
import { downloadRoutes } from './routes.ts'
import { mountDownloadSocket } from './socket.ts'
import { deleteDownloadsOfOthers, deleteExpiredDownloads, getAccountRowsSql } from './store.ts'
import { downloadTables } from './tables.ts'
import { mountZipFile } from './zip-file.ts'

export { answerZip, createBlobSource, createMemorySource } from './answer-zip.ts'
export { createMissingPhotosFile, type TextFile, toTextFileEntry } from './download-zip.ts'
export { type DownloadRow, listDownloads } from './store.ts'
export { signZipToken, verifyZipToken } from './zip-file.ts'

const rows = eraseRows(getAccountRowsSql)

/** Also deletes downloads of other accounts with photos of this one, from shared albums. */
const downloadEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    await change(ctx, async tx => {
      for (const row of await deleteDownloadsOfOthers(tx, erasure.accountId))
        await publishDownload(ctx, tx, row, 'archive-generation-error')
    })
    await rows.erase(ctx, erasure)
  },
}

const downloadJobs: readonly JobRegistration<Context>[] = [
  handleJob(prepareDownload, async (ctx, payloads) => {
    for (const { accountId, downloadId } of payloads) await buildDownload(ctx, accountId, downloadId)
  }),
  handleJob(cleanUpDownloads, async ctx => {
    await deleteExpiredDownloads(ctx.db, ctx.clock.now())
  }),
]

export const downloads = defineDomain({
  name: 'downloads',
  dependsOn: ['customers', 'identity', 'photos', 'shared-albums'],
  tables: downloadTables,
  routes: downloadRoutes,
  mount(app, ctx) {
    mountZipFile(app, ctx)
    mountDownloadSocket(app, ctx)
  },
  jobs: downloadJobs,
  listeners: [on(libraryCleared, (ctx, tx, { accountId }) => cancelPendingDownloads(ctx, tx, accountId))],
  eraseAccount: downloadEraser,
})
