import type { Domain } from '../../http/route.ts'
import { importRoutes } from './routes.ts'
import { importTables } from './tables.ts'

export { IMPORT_LIBRARIES_USAGE, importLibrariesCommand } from './command.ts'
export { importJobs } from './job-kinds.ts'
export { handleImportJobs, importListeners } from './jobs.ts'
export { register as registerOldLibrary } from './register.ts'

/** Brings libraries of the retailer's old store here, file by file, by the way of uploads. */
export const imports: Domain = { name: 'imports', tables: importTables, routes: importRoutes }
