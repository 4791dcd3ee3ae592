import type { Context } from '../../context.ts'
import type { Domain } from '../../http/route.ts'
import { follows, type Listener } from '../../platform/events/events.ts'
import { libraryCleared } from '../photos/index.ts'
import { cancelRunning } from './exports.ts'
import { exportRoutes } from './routes.ts'
import { exportTables } from './tables.ts'
import { mountChunkFile } from './zip-file.ts'

export { exportJobs } from './job-kinds.ts'
export { handleExportJobs } from './jobs.ts'

export const exportListeners = (ctx: Context): Listener[] => [
  follows(libraryCleared, (tx, { accountId }) => cancelRunning(ctx, tx, accountId)),
]

/** The whole library as zips: asked for, frozen, mailed, streamed, forgotten after 7 days. */
export const exports: Domain = {
  name: 'exports',
  tables: exportTables,
  routes: exportRoutes,
  mount: mountChunkFile,
}
