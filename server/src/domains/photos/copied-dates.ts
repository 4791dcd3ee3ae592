import type { Context, Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { computeFraction, isReplaced, type StatedDate, toPhotoDate } from './decide-date.ts'
import { photoDatesChanged } from './events.ts'
import { updateTakenDates, updateTitles } from './store/dates.ts'
import { updateDatesOfFacts } from './store/facts.ts'
import { moveBetweenMonths } from './store/month-counts.ts'
import type { PhotoRow } from './store/photos.ts'
import type { FileTaken } from './tables.ts'
import { type TakenDate, toTakenColumns } from './taken-columns.ts'

/** Date and title that a photo got from copies of it; those that it had itself are missing. */
export interface CopiedValues {
  date?: CopiedValue<TakenDate>
  title?: CopiedValue<string | null>
}

interface CopiedValue<Value> {
  copyId: string
  before: Value
  after: Value
}

/**
 * Gives a locked photo the date and the title of others where it has none of its own. Returns what it got; undefined when
 * nothing changed.
 */
export async function copyDate(
  ctx: Context,
  tx: Tx,
  photo: PhotoRow,
  others: readonly PhotoRow[],
): Promise<CopiedValues | undefined> {
  const dated = photo.taken_unknown ? others.find(other => !other.taken_unknown) : undefined
  const titled = photo.title === null ? others.find(other => other.title !== null) : undefined
  if (!dated && !titled) return undefined
  const copied: CopiedValues = {}
  if (dated) {
    const after = toTakenDate(dated)
    await changeDates(ctx, tx, photo.account_id, [{ row: photo, date: after }])
    copied.date = { copyId: dated.photo_id, before: toTakenDate(photo), after }
  }
  if (titled) {
    await updateTitles(tx, photo.account_id, [{ row: photo, title: titled.title }])
    copied.title = { copyId: titled.photo_id, before: photo.title, after: titled.title }
  }
  return copied
}

/**
 * Gives a locked photo back the date and title from before `copyDate`, where it still has those of the copy and the copy is among
 * `copyIds`: what the customer entered since stays, and a copy that is gone leaves what is only there now.
 */
export async function resetDate(
  ctx: Context,
  tx: Tx,
  photo: PhotoRow,
  { date, title }: CopiedValues,
  copyIds: ReadonlySet<string>,
): Promise<void> {
  if (date && copyIds.has(date.copyId) && isSameDate(toTakenDate(photo), date.after))
    await changeDates(ctx, tx, photo.account_id, [{ row: photo, date: date.before }])
  if (title && copyIds.has(title.copyId) && photo.title === title.after)
    await updateTitles(tx, photo.account_id, [{ row: photo, title: title.before }])
}

/** A locked photo and what a companion says about it. */
interface StatedPhoto {
  row: PhotoRow
  date: StatedDate | null
  title: string | null
}

/**
 * Gives locked photos of the library what their companions say, as if these had come with them: a date that `isReplaced` lets count,
 * and a title if they have none.
 */
export async function applyCompanions(
  ctx: Context,
  tx: Tx,
  accountId: string,
  photos: readonly StatedPhoto[],
): Promise<void> {
  const dates = photos.flatMap(({ row, date }) => {
    const own = toTakenDate(row)
    const next = date && isReplaced(own, date) && toPhotoDate(date, own, row.file_name)
    return next ? [{ row, date: next, isAsAdded: true as const }] : []
  })
  await changeDates(ctx, tx, accountId, dates)
  await updateTitles(
    tx,
    accountId,
    photos.filter(({ row, title }) => title !== null && row.title === null),
  )
}

/** A locked photo and its next date. */
interface DateAssignment {
  row: PhotoRow
  date: TakenDate
  /** The date that it would have had from the beginning: 'As in the file' returns to it. */
  isAsAdded?: true
}

/**
 * Gives locked photos other dates: rows, facts, months, copies in albums and open pages in one transaction. Photos in the bin are in no
 * month.
 */
export async function changeDates(
  ctx: Context,
  tx: Tx,
  accountId: string,
  assignments: readonly DateAssignment[],
): Promise<void> {
  if (assignments.length === 0) return
  const changes = assignments.map(({ row, date, isAsAdded }) => ({
    row,
    photoId: row.photo_id,
    taken: toTakenColumns(date, row.created_at),
    fileTaken: isAsAdded ? null : toFileTaken(row),
  }))
  await updateTakenDates(tx, accountId, changes)
  await updateDatesOfFacts(
    tx,
    accountId,
    changes.map(({ photoId }) => photoId),
  )
  await moveBetweenMonths(
    tx,
    accountId,
    changes
      .filter(({ row }) => row.deleted_at === null)
      .map(({ row, taken }) => ({ from: row.taken_month, to: taken.taken_month })),
  )
  await ctx.events.emit(tx, photoDatesChanged, {
    accountId,
    photoIds: changes.map(({ photoId }) => photoId),
  })
  await publishToAccount(ctx, tx, accountId, { type: 'photo-dates-changed' })
}

/** Returns the date that a photo has now. */
export function toTakenDate(row: PhotoRow): TakenDate {
  return {
    at: row.taken_at?.slice(0, 19) ?? null,
    offset: row.taken_offset,
    source: row.taken_source,
    precision: row.taken_precision,
    fraction: row.taken_at === null ? computeFraction(null, row.file_name) : parseFraction(row.taken_sort),
  }
}

/** Whether two dates are the same; without a date the fraction says nothing. */
export const isSameDate = (a: TakenDate, b: TakenDate): boolean =>
  a.at === b.at &&
  a.source === b.source &&
  (a.at === null || (a.offset === b.offset && a.precision === b.precision && a.fraction === b.fraction))

/** Returns what the file of a photo says: until its date is changed, the date that it has. */
export function toFileTaken(row: PhotoRow): FileTaken {
  if (row.file_taken) return row.file_taken
  const { source, ...date } = toTakenDate(row)
  return { ...date, source: source as FileTaken['source'] }
}

/** Returns the microseconds of '… HH:mm:ss.ffffff'; trailing zeros may be missing. */
const parseFraction = (takenSort: string) => Number(takenSort.slice(20).padEnd(6, '0'))
