import { defineDomain, eraseRows, type UndoSource } from '../../domain.ts'
import { handleEach, handleJob } from '../../platform/jobs/jobs.ts'
import { changeDatesJob, cleanUpDateChangesJob } from './job-kinds.ts'
import { cleanUpDateChanges, runDateChange, undoDateChange } from './photo-dates.ts'
import { photoDateRoutes } from './routes.ts'
import { listDateChanges } from './store.ts'
import { photoDateTables } from './tables.ts'

export { type DateChangeRow, listDateChanges } from './store.ts'

/** Undoes a change of dates, which a job continues where there are many. */
const dateUndo: UndoSource = {
  kinds: ['dates.changed'],
  async undo(ctx, { account_id, subject }) {
    await undoDateChange(ctx, account_id, subject!)
    return { restored: 0, hasMore: false }
  },
  async findOpen(ctx, accountId, entries) {
    const changes = await listDateChanges(
      ctx.db,
      accountId,
      entries.map(({ subject }) => subject!),
    )
    const open = changes.filter(({ state, done }) => state === 'running' || (state === 'done' && done > 0))
    const ids = new Set(open.map(({ change_id }) => change_id))
    return new Map(entries.flatMap(({ entry_id, subject }) => (ids.has(subject!) ? [[entry_id, null]] : [])))
  },
}

/** Dates that customers set, shift, reset and undo. */
export const photoDates = defineDomain({
  name: 'photo-dates',
  dependsOn: ['journal', 'photos', 'albums'],
  tables: photoDateTables,
  routes: photoDateRoutes,
  jobs: [
    handleEach(changeDatesJob, runDateChange),
    handleJob(cleanUpDateChangesJob, ctx => cleanUpDateChanges(ctx)),
  ],
  undo: [dateUndo],
  eraseAccount: eraseRows(photoDateTables),
})
