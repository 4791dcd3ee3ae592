import type { Context } from '../../context.ts'
import { handles, type Registered } from '../../platform/jobs/jobs.ts'
import { buildDownload } from './downloads.ts'
import { cleanUpDownloads, prepareDownload } from './job-kinds.ts'
import { deleteExpiredDownloads } from './store.ts'

export const downloadJobs: readonly Registered<Context>[] = [
  handles(prepareDownload, async (ctx, payloads) => {
    for (const { accountId, downloadId } of payloads) await buildDownload(ctx, accountId, downloadId)
  }),
  handles(cleanUpDownloads, async ctx => {
    await deleteExpiredDownloads(ctx.db, ctx.clock.now())
  }),
]
