import { defineDomain } from '../../domain.ts'
import { mountSocket } from '../../http/socket.ts'
import { on } from '../../platform/events/events.ts'
import { authenticateToken } from '../identity/index.ts'
import { libraryCleared } from '../photos/index.ts'
import { cancelPendingDownloads, DOWNLOAD_CHANNEL } from './downloads.ts'
import { downloadEraser } from './erasure.ts'
import { downloadJobs } from './jobs.ts'
import { downloadRoutes } from './routes.ts'
import { downloadTables } from './tables.ts'
import { mountZipFile } from './zip-file.ts'

export { answerZip, blobSource, memorySource } from './answer-zip.ts'
export { signZipToken, verifyZipToken } from './zip-address.ts'

export const downloads = defineDomain({
  name: 'downloads',
  dependsOn: ['customers', 'identity', 'photos', 'shared-albums'],
  tables: downloadTables,
  routes: downloadRoutes,
  mount(app, ctx) {
    mountZipFile(app, ctx)
    mountSocket(app, ctx, {
      url: '/api/push/downloads',
      verify: (token, host) => authenticateToken(ctx, token, host),
      open: (caller, send) => ctx.push.subscribe(DOWNLOAD_CHANNEL, caller.accountId, send),
    })
  },
  jobs: downloadJobs,
  listeners: [on(libraryCleared, (ctx, tx, { accountId }) => cancelPendingDownloads(ctx, tx, accountId))],
  eraseAccount: downloadEraser,
})
