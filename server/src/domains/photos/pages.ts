import type { z } from 'zod'
import { type getMonthIndex, INDEX_STEP } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import type { CursorScope } from '../../http/cursor.ts'
import { writeCursor } from './cursor.ts'
import { getAddressExpiry } from './media/media-address.ts'
import type { Page } from './store/pages.ts'

/** Presents a page; its cursor is valid in the scope. */
export const presentPage = <Row, Presented>(
  ctx: Context,
  scope: CursorScope,
  { rows, next }: Page<Row>,
  present: (row: Row) => Presented,
) => ({
  cursor: next && writeCursor(scope, next),
  images: rows.map(present),
  addressesExpire: getAddressExpiry(ctx),
})

/** Presents the cursors after every full step of `count` photos as those of pages: no page begins after the last photo. */
export const presentIndex = <Position>(
  stepEnds: readonly Position[],
  count: number,
  write: (position: Position) => string | null,
) => ({
  step: INDEX_STEP,
  count,
  cursors: [null, ...stepEnds.filter((_, i) => (i + 1) * INDEX_STEP < count).map(write)],
})

/** Returns the scope of the cursors of a month; its index has the same. */
export const toMonthScope = (
  accountId: string,
  month: number,
  { groupBy, sortKey, sortOrder }: z.output<(typeof getMonthIndex)['query']>,
): CursorScope => ['month', accountId, groupBy, month, sortKey, sortOrder]
