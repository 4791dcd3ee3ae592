import type { Context, Tx } from '../../context.ts'
import {
  changeDates,
  isSameDate,
  lockPhotos,
  nameCamera,
  toCalendarMonth,
  toTakenColumns,
  toTakenDate,
} from '../photos/index.ts'
import { getNextDate } from './next-date.ts'
import { type DateChangeRow, insertChangedDates, listChangedDates, updateDateChange } from './store.ts'

/** Photos of one step: the job commits each, which bounds how long other requests wait. */
export const STEP_PHOTOS = 200
/** Months that an answer lists. */
const MONTHS_MAX = 12

/** Changes the dates of the next photos, which are sorted by id, and saves the progress in `change`. */
export async function changeNextPhotos(
  ctx: Context,
  tx: Tx,
  change: DateChangeRow,
  photoIds: readonly string[],
  isLast: boolean,
): Promise<DateChangeRow> {
  const { account_id: accountId, change_id: changeId, wanted } = change
  const locked = await lockPhotos(tx, accountId, photoIds)
  const rows = locked.filter(
    row =>
      row.deleted_at === null &&
      (wanted.onlyCamera === undefined || nameCamera(row.camera) === wanted.onlyCamera),
  )
  const now = ctx.clock.now()
  const dates = rows.map(row => ({ row, before: toTakenDate(row), date: getNextDate(row, wanted, now) }))
  const changed = dates.flatMap(({ row, before, date }) =>
    date && !isSameDate(before, date) ? [{ row, before, date }] : [],
  )
  await changeDates(ctx, tx, accountId, changed)
  await insertChangedDates(
    tx,
    accountId,
    changeId,
    changed.map(({ row, before, date }) => ({ photo_id: row.photo_id, before, after: date })),
  )
  const skipped = dates.filter(({ date }) => date === null).length
  const months = new Map(change.months.map(month => [JSON.stringify(month), month]))
  for (const { row, date } of changed) {
    const month = toCalendarMonth(toTakenColumns(date, row.created_at).taken_month)
    if (months.size < MONTHS_MAX) months.set(JSON.stringify(month), month)
  }
  const next: DateChangeRow = {
    ...change,
    passed: isLast ? null : (photoIds.at(-1) ?? change.passed),
    state: isLast ? 'done' : 'running',
    // Photos of other cameras and photos that were deleted meanwhile do not count as chosen.
    photos: change.photos - (photoIds.length - rows.length),
    done: change.done + changed.length,
    skipped: change.skipped + skipped,
    months: [...months.values()],
  }
  await updateDateChange(tx, next, pickProgress(next))
  return next
}

/** Gives the next changed photos their dates back, where they still have the date of the change. */
export async function undoNextPhotos(ctx: Context, tx: Tx, change: DateChangeRow): Promise<DateChangeRow> {
  const { account_id: accountId } = change
  const entries = await listChangedDates(tx, change, STEP_PHOTOS)
  const ids = entries.map(entry => entry.photo_id)
  const rows = await lockPhotos(tx, accountId, ids)
  const entryById = new Map(entries.map(entry => [entry.photo_id, entry]))
  const restored = rows.flatMap(row => {
    const { before, after } = entryById.get(row.photo_id)!
    return isSameDate(toTakenDate(row), after) ? [{ row, date: before }] : []
  })
  await changeDates(ctx, tx, accountId, restored)
  const isLast = entries.length < STEP_PHOTOS
  const next: DateChangeRow = {
    ...change,
    passed: ids.at(-1) ?? change.passed,
    state: isLast ? 'undone' : 'undoing',
    undone: change.undone + restored.length,
    kept: change.kept + rows.length - restored.length,
  }
  await updateDateChange(tx, next, pickProgress(next))
  return next
}

export const pickProgress = ({
  state,
  passed,
  photos,
  done,
  skipped,
  months,
  undone,
  kept,
}: DateChangeRow) => ({ state, passed, photos, done, skipped, months, undone, kept })
