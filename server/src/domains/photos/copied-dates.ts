import type { Context, Tx } from '../../context.ts'
import { changeDates, isSameDate, toTakenDate } from './change-dates.ts'
import type { PhotoRow } from './store/photos.ts'
import { updateTitle } from './store/titles.ts'
import type { TakenDate } from './taken-columns.ts'

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
    await updateTitle(tx, photo, titled.title)
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
    await updateTitle(tx, photo, title.before)
}
