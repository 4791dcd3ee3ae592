import { defineDomain, eraseRows } from '../../domain.ts'
import { importLibrariesCommand } from './command.ts'
import { importJobs, importListeners } from './jobs.ts'
import { importRoutes } from './routes.ts'
import { importTables } from './tables.ts'

export { registerLegacyLibrary } from './registration.ts'

/** Imports legacy libraries file by file as uploads. */
export const imports = defineDomain({
  name: 'imports',
  dependsOn: ['customers', 'activation', 'albums', 'uploads'],
  tables: importTables,
  routes: importRoutes,
  jobs: importJobs,
  listeners: importListeners,
  commands: [importLibrariesCommand],
  eraseAccount: eraseRows(importTables),
})
