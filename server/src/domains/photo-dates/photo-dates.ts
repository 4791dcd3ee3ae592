import type { z } from 'zod'
import {
  type changePhotoDates,
  DATE_UNDO_DAYS,
  DATES_PER_CALL,
  type DateChange,
} from '#contract/photo-dates.ts'
import { photoSelection } from '#contract/photo-selection.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { findRow, greaterThan, insertMissingRow, listValues } from '../../platform/db/rows.ts'
import { listSelectedPhotoIds } from '../albums/index.ts'
import { record, recordUndoOf } from '../journal/index.ts'
import {
  changeDates,
  findAvailablePhotoIds,
  isSameDate,
  lockPhotos,
  nameCamera,
  toCalendarMonth,
  toTakenColumns,
  toTakenDate,
} from '../photos/index.ts'
import { changeDatesJob } from './job-kinds.ts'
import { getNextDate, isPossible } from './next-date.ts'
import {
  type DateChangeRow,
  deleteOldChanges,
  insertChangedDates,
  listAccountsWithOldChanges,
  listChangedDates,
  lockDateChange,
  updateDateChange,
} from './store.ts'
import type { WantedDate } from './tables.ts'

type Request = z.output<(typeof changePhotoDates)['body']>

/**
 * Changes the dates of chosen photos: up to DATES_PER_CALL in one transaction, more by a job. Idempotent by its request
 * id. 404 when none of them is in the library; 400 for a date that does not exist or is not possible.
 */
export async function changeDatesOfPhotos(
  ctx: Context,
  accountId: string,
  { requestId, selection, onlyCamera, ...wanted }: Request,
): Promise<DateChangeRow> {
  const now = ctx.clock.now()
  if (wanted.set && !isPossible(wanted.set, now))
    throw new Failure('bad-request', 'Not valid: set', { fields: { set: 'not-valid' } })
  return change(ctx, async tx => {
    const known = await lockDateChange(tx, accountId, requestId)
    if (known) return known
    const requested = await listChosenIds(tx, accountId, selection, now)
    if (requested.length === 0) throw notFound('Photo')
    const row: DateChangeRow = {
      account_id: accountId,
      change_id: requestId,
      selection,
      wanted: { ...(wanted as WantedDate), onlyCamera },
      state: 'running',
      passed: null,
      photos: requested.length,
      done: 0,
      skipped: 0,
      months: [],
      undone: 0,
      kept: 0,
      changed_at: now,
    }
    const isNew = await insertMissingRow(tx.db, 'date_changes', {
      ...row,
      selection: JSON.stringify(row.selection),
      wanted: JSON.stringify(row.wanted),
      months: JSON.stringify(row.months),
    })
    if (!isNew) return (await lockDateChange(tx, accountId, requestId))!
    await record(ctx, tx, { accountId, kind: 'dates.changed', subject: requestId, total: requested.length })
    if (requested.length > DATES_PER_CALL) {
      await ctx.jobs.send(tx, changeDatesJob, [{ accountId, changeId: requestId }])
      return row
    }
    return changeAll(ctx, tx, row, requested)
  })
}

/** Changes photos step by step in one transaction: all of them are locked before the months and albums of the first step. */
async function changeAll(ctx: Context, tx: Tx, row: DateChangeRow, ids: readonly string[]) {
  await lockPhotos(tx, row.account_id, ids)
  let next = row
  for (let start = 0; start < ids.length; start += STEP_PHOTOS)
    next = await changeNextPhotos(
      ctx,
      tx,
      next,
      ids.slice(start, start + STEP_PHOTOS),
      start + STEP_PHOTOS >= ids.length,
    )
  return next
}

/** Lists chosen photos of the library by id, the order in which photos are locked. */
async function listChosenIds(
  tx: Pick<Tx, 'db'>,
  accountId: string,
  selection: z.output<typeof photoSelection>,
  now: Date,
): Promise<string[]> {
  const ids = await listSelectedPhotoIds(tx.db, accountId, selection, now)
  return [...(await findAvailablePhotoIds(tx.db, accountId, ids))].sort()
}

/** Undoes a change of the last 30 days; repeated calls change nothing. 404 for others. */
export async function undoDateChange(
  ctx: Context,
  accountId: string,
  changeId: string,
): Promise<DateChangeRow> {
  return change(ctx, async tx => {
    const row = await lockDateChange(tx, accountId, changeId)
    if (!row || row.changed_at <= getUndoStart(ctx)) throw notFound('Change of dates')
    if (row.state === 'undone' || row.state === 'undoing') return row
    await recordUndoOf(ctx, tx, accountId, 'dates.changed', changeId)
    let next: DateChangeRow = { ...row, state: 'undoing', passed: null }
    if (row.done > DATES_PER_CALL || row.state === 'running') {
      await updateDateChange(tx, next)
      await ctx.jobs.send(tx, changeDatesJob, [{ accountId, changeId }])
      return next
    }
    const changed = { account_id: accountId, change_id: row.change_id }
    await lockPhotos(tx, accountId, await listValues(tx.db, 'changed_dates', changed, 'photo_id'))
    while (next.state === 'undoing') next = await undoNextPhotos(ctx, tx, next)
    return next
  })
}

/** Runs a change, or its undo, to its end; each step is one transaction, after the last committed one of a crashed process. */
export async function runDateChange(
  ctx: Context,
  { accountId, changeId }: { accountId: string; changeId: string },
  signal: AbortSignal,
): Promise<void> {
  let ids: string[] | undefined
  while (!signal.aborted) {
    const hasMore = await change(ctx, async tx => {
      let row = await lockDateChange(tx, accountId, changeId)
      if (row?.state === 'undoing') return (await undoNextPhotos(ctx, tx, row)).state === 'undoing'
      if (row?.state !== 'running') return false
      ids ??= await listChosenIds(tx, accountId, photoSelection.parse(row.selection), row.changed_at)
      if (row.passed === null) row = { ...row, photos: ids.length }
      const remaining = row.passed === null ? ids : ids.filter(id => id > row.passed!)
      const isLast = remaining.length <= STEP_PHOTOS
      const next = await changeNextPhotos(ctx, tx, row, remaining.slice(0, STEP_PHOTOS), isLast)
      return next.state === 'running'
    })
    if (!hasMore) return
  }
  // The process is shutting down: another one continues.
  await change(ctx, tx => ctx.jobs.send(tx, changeDatesJob, [{ accountId, changeId }]))
}

/** Finds a change that can be undone, or throws 404. */
export async function getDateChange(
  ctx: Context,
  accountId: string,
  changeId: string,
): Promise<DateChangeRow> {
  const row = await findRow(ctx.db, 'date_changes', {
    account_id: accountId,
    change_id: changeId,
    changed_at: greaterThan(getUndoStart(ctx)),
  })
  if (!row) throw notFound('Change of dates')
  return row
}

/** Deletes changes that can no longer be undone. */
export async function cleanUpDateChanges(ctx: Context): Promise<void> {
  const until = getUndoStart(ctx)
  for (const accountId of await listAccountsWithOldChanges(ctx.db, until))
    await change(ctx, tx => deleteOldChanges(tx, accountId, until))
}

const getUndoStart = (ctx: Context) => new Date(ctx.clock.now().getTime() - DATE_UNDO_DAYS * 86_400_000)

export const presentDateChange = (row: DateChangeRow): DateChange => ({
  changeId: row.change_id,
  state: row.state,
  photos: row.photos,
  done: row.done,
  skipped: row.skipped,
  months: row.months,
  undone: row.undone,
  kept: row.kept,
  until: new Date(row.changed_at.getTime() + DATE_UNDO_DAYS * 86_400_000).toISOString(),
})

/** Photos of one step: the job commits each, which bounds how long other requests wait. */
export const STEP_PHOTOS = 200
/** Months that an answer lists. */
const MONTHS_MAX = 12

/** Changes the dates of the next photos, which are sorted by id, and saves the progress in `change`. */
async function changeNextPhotos(
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
  await updateDateChange(tx, next)
  return next
}

/** Gives the next changed photos their dates back, where they still have the date of the change. */
async function undoNextPhotos(ctx: Context, tx: Tx, change: DateChangeRow): Promise<DateChangeRow> {
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
  await updateDateChange(tx, next)
  return next
}
