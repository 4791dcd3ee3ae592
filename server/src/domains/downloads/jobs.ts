import type { Context } from '../../context.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { buildDownload } from './downloads.ts'
import { cleanUpDownloads, prepareDownload } from './job-kinds.ts'
import { deleteExpiredDownloads } from './store.ts'

export const downloadJobs: readonly JobRegistration<Context>[] = [
  handleJob(prepareDownload, async (ctx, payloads) => {
    for (const { accountId, downloadId } of payloads) await buildDownload(ctx, accountId, downloadId)
  }),
  handleJob(cleanUpDownloads, async ctx => {
    await deleteExpiredDownloads(ctx.db, ctx.clock.now())
  }),
]
