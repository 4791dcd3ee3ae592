import { defineDomain, eraseRows } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { accountClosed } from '../customers/index.ts'
import { libraryCleared } from '../photos/index.ts'
import { cancelPendingExports } from './exports.ts'
import { exportJobs } from './jobs.ts'
import { exportRoutes } from './routes.ts'
import { getAccountRowsSql } from './store.ts'
import { exportTables } from './tables.ts'
import { mountChunkFile } from './zip-file.ts'

export { createExtraText, defineExportPart } from './export-parts.ts'
export { type ExportRow, listExports } from './store.ts'
export type { ExtraFile } from './tables.ts'

/** The whole library as zips: requested, frozen, announced by mail, streamed, deleted after 7 days. */
export const exports = defineDomain({
  name: 'exports',
  dependsOn: ['brands', 'mails', 'customers', 'identity', 'photos', 'activation', 'albums', 'downloads'],
  tables: exportTables,
  routes: exportRoutes,
  mount: mountChunkFile,
  jobs: exportJobs,
  listeners: [libraryCleared, accountClosed].map(event =>
    on(event, (ctx, tx, { accountId }) => cancelPendingExports(ctx, tx, accountId)),
  ),
  eraseAccount: eraseRows(getAccountRowsSql),
})
