import type { Context } from '../../context.ts'
import type { Domain } from '../../http/route.ts'
import { handles, type Registered } from '../../platform/jobs/jobs.ts'
import { tidyTempSelections } from './job-kinds.ts'
import { tempSelectionRoutes } from './routes.ts'
import { deleteExpiredSelections } from './store.ts'
import { tempSelectionTables } from './tables.ts'

export { tempSelectionJobs } from './job-kinds.ts'

export const handleTempSelectionJobs = (ctx: Context): Registered[] => [
  handles(tidyTempSelections, () => deleteExpiredSelections(ctx.db, ctx.clock.now())),
]

/** Photos chosen for the prints editor, frozen for a day (OP-28). */
export const tempSelections: Domain = {
  name: 'temp-selections',
  tables: tempSelectionTables,
  routes: tempSelectionRoutes,
}
