import { defineDomain } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { libraryCleared } from '../photos/index.ts'
import { cancelPendingDownloads } from './downloads.ts'
import { downloadEraser } from './erasure.ts'
import { downloadJobs } from './jobs.ts'
import { downloadRoutes } from './routes.ts'
import { mountDownloadSocket } from './socket.ts'
import { downloadTables } from './tables.ts'
import { mountZipFile } from './zip-file.ts'

export { answerZip, createBlobSource, createMemorySource } from './answer-zip.ts'
export { createMissingPhotosFile, type TextFile, toTextFileEntry } from './missing-photos-file.ts'
export { type DownloadRow, listDownloads } from './store.ts'
export { signZipToken, verifyZipToken } from './zip-address.ts'

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
