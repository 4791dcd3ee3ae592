import type { Context } from '../../context.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { prepare } from './downloads.ts'
import { prepareDownload, tidyDownloads } from './job-kinds.ts'
import { deleteExpiredDownloads } from './store.ts'

export const downloadJobs: readonly JobRegistration<Context>[] = [
  handleJob(prepareDownload, async (ctx, payloads) => {
    for (const { accountId, downloadId } of payloads) await prepare(ctx, accountId, downloadId)
  }),
  handleJob(tidyDownloads, async ctx => {
    await deleteExpiredDownloads(ctx.db, ctx.clock.now())
  }),
]
