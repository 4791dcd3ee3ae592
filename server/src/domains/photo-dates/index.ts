import { defineDomain, eraseRows } from '../../domain.ts'
import { handleEach, handleJob } from '../../platform/jobs/jobs.ts'
import { changeDatesJob, cleanUpDateChangesJob } from './job-kinds.ts'
import { cleanUpDateChanges, runDateChange } from './photo-dates.ts'
import { photoDateRoutes } from './routes.ts'
import { photoDateTables } from './tables.ts'

export { getUndoEnd } from './photo-dates.ts'
export { type DateChangeRow, listDateChanges } from './store.ts'

/** Dates that customers set, shift, reset and undo. */
export const photoDates = defineDomain({
  name: 'photo-dates',
  dependsOn: ['photos', 'albums'],
  tables: photoDateTables,
  routes: photoDateRoutes,
  jobs: [
    handleEach(changeDatesJob, runDateChange),
    handleJob(cleanUpDateChangesJob, ctx => cleanUpDateChanges(ctx)),
  ],
  eraseAccount: eraseRows(photoDateTables),
})
