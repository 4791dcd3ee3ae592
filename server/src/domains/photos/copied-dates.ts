import type { Context, Tx } from '../../context.ts'
import { photoDatesChanged } from './events.ts'
import { updateMonthCounts } from './store/month-counts.ts'
import type { PhotoRow } from './store/photos.ts'
import { type TakenColumns, updateTakenColumns } from './store/taken-columns.ts'

/**
 * Gives a locked photo of the library the date and the title of another one where it has none of its own. Returns what it had
 * before; undefined when nothing changed.
 */
export async function copyDate(
  ctx: Context,
  tx: Tx,
  photo: PhotoRow,
  others: readonly PhotoRow[],
): Promise<TakenColumns | undefined> {
  const dated = photo.taken_unknown ? others.find(other => !other.taken_unknown) : undefined
  const titled = photo.title === null ? others.find(other => other.title !== null) : undefined
  if (!dated && !titled) return undefined
  const before = toTakenColumns(photo)
  await changeDate(ctx, tx, photo, { ...toTakenColumns(dated ?? photo), title: (titled ?? photo).title })
  return before
}

/** Gives a locked photo its earlier date and title back. */
export const resetDate = (ctx: Context, tx: Tx, photo: PhotoRow, before: TakenColumns): Promise<void> =>
  changeDate(ctx, tx, photo, before)

function toTakenColumns(row: PhotoRow): TakenColumns {
  return {
    taken_at: row.taken_at,
    taken_offset: row.taken_offset,
    taken_source: row.taken_source,
    taken_precision: row.taken_precision,
    taken_sort: row.taken_sort,
    taken_unknown: row.taken_unknown,
    taken_month: row.taken_month,
    title: row.title,
  }
}

async function changeDate(ctx: Context, tx: Tx, photo: PhotoRow, columns: TakenColumns): Promise<void> {
  await updateTakenColumns(tx, photo, columns)
  if (photo.deleted_at === null && photo.taken_month !== columns.taken_month) {
    await updateMonthCounts(tx, photo.account_id, [photo], -1)
    await updateMonthCounts(tx, photo.account_id, [{ ...photo, taken_month: columns.taken_month }], 1)
  }
  await ctx.events.emit(tx, photoDatesChanged, { accountId: photo.account_id, photoIds: [photo.photo_id] })
}
