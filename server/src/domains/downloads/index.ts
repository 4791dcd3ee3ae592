import type { Context } from '../../context.ts'
import type { Domain } from '../../http/route.ts'
import { mountSocket } from '../../http/socket.ts'
import { follows, type Listener } from '../../platform/events/events.ts'
import { handles, type Registered } from '../../platform/jobs/jobs.ts'
import { authenticateToken } from '../identity/index.ts'
import { libraryCleared } from '../photos/index.ts'
import { cancelDownloads, DOWNLOADS, prepare } from './downloads.ts'
import { prepareDownload, tidyDownloads } from './job-kinds.ts'
import { downloadRoutes } from './routes.ts'
import { deleteExpiredDownloads } from './store.ts'
import { downloadTables } from './tables.ts'
import { mountZipFile } from './zip-file.ts'

export { answerZip, blobSource, rangeOf } from './answer-zip.ts'
export { downloadJobs } from './job-kinds.ts'
export { readZipToken, zipToken } from './zip-address.ts'

export const handleDownloadJobs = (ctx: Context): Registered[] => [
  handles(prepareDownload, async payloads => {
    for (const { accountId, downloadId } of payloads) await prepare(ctx, accountId, downloadId)
  }),
  handles(tidyDownloads, async () => {
    await deleteExpiredDownloads(ctx.db, ctx.clock.now())
  }),
]

export const downloadListeners = (ctx: Context): Listener[] => [
  follows(libraryCleared, (tx, { accountId }) => cancelDownloads(ctx, tx, accountId)),
]

export const downloads: Domain = {
  name: 'downloads',
  tables: downloadTables,
  routes: downloadRoutes,
  mount(app, ctx) {
    mountZipFile(app, ctx)
    mountSocket(app, ctx, {
      url: '/api/push/downloads',
      verify: token => authenticateToken(ctx, token),
      open: (caller, send) => ctx.push.subscribe(DOWNLOADS, caller.accountId, send),
    })
  },
}
