import type { Context } from '../../context.ts'
import { handles, type Registered } from '../../platform/jobs/jobs.ts'
import { prepare } from './downloads.ts'
import { prepareDownload, tidyDownloads } from './job-kinds.ts'
import { deleteExpiredDownloads } from './store.ts'

export const downloadJobs: readonly Registered<Context>[] = [
  handles(prepareDownload, async (ctx, payloads) => {
    for (const { accountId, downloadId } of payloads) await prepare(ctx, accountId, downloadId)
  }),
  handles(tidyDownloads, async ctx => {
    await deleteExpiredDownloads(ctx.db, ctx.clock.now())
  }),
]
