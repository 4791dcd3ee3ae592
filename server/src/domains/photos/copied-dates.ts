import type { Context, Tx } from '../../context.ts'
import { changeDates, toTakenDate } from './change-dates.ts'
import type { PhotoRow } from './store/photos.ts'
import { updateTitle } from './store/titles.ts'
import type { TakenDate } from './taken-columns.ts'

/** Date and title of a photo before it got those of another one. */
export interface EarlierDate {
  date: TakenDate
  title: string | null
}

/**
 * Gives a locked photo the date and the title of another one where it has none of its own. Returns what it had before; undefined when
 * nothing changed.
 */
export async function copyDate(
  ctx: Context,
  tx: Tx,
  photo: PhotoRow,
  others: readonly PhotoRow[],
): Promise<EarlierDate | undefined> {
  const dated = photo.taken_unknown ? others.find(other => !other.taken_unknown) : undefined
  const titled = photo.title === null ? others.find(other => other.title !== null) : undefined
  if (!dated && !titled) return undefined
  if (dated) await changeDates(ctx, tx, photo.account_id, [{ row: photo, date: toTakenDate(dated) }])
  if (titled) await updateTitle(tx, photo, titled.title)
  return { date: toTakenDate(photo), title: photo.title }
}

/** Gives a locked photo its earlier date and title back. */
export async function resetDate(
  ctx: Context,
  tx: Tx,
  photo: PhotoRow,
  { date, title }: EarlierDate,
): Promise<void> {
  await changeDates(ctx, tx, photo.account_id, [{ row: photo, date }])
  if (photo.title !== title) await updateTitle(tx, photo, title)
}
