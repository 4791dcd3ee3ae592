import type { Domain } from '../../http/route.ts'
import { exportRoutes } from './routes.ts'
import { mountChunkFile } from './zip-file.ts'

export { exportJobs } from './job-kinds.ts'
export { handleExportJobs } from './jobs.ts'

/** The whole library as zips: asked for, frozen, mailed, streamed, forgotten after 7 days. */
export const exports: Domain = { name: 'exports', routes: exportRoutes, mount: mountChunkFile }
