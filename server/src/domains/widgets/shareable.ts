import type { WidgetConflict } from '#contract/widgets.ts'
import type { Context } from '../../context.ts'
import { Failure, requireFound } from '../../http/failure.ts'
import { findShownPhotoIds } from './pictures.ts'
import { findWidget, type OrderedWidget } from './store.ts'

/** Gets the account's widget if it can be shown to others; throws 404, or 409 with the reason why it cannot. */
export async function getShareableWidget(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  productCode: string,
): Promise<{ widget: OrderedWidget; photoIds: string[] }> {
  const widget = requireFound(await findWidget(ctx.db, accountId, productCode), 'Widget')
  if (widget.blocked) throw createWidgetConflict('The order is blocked', 'order-blocked')
  const photoIds = (await findShownPhotoIds(ctx, accountId, [widget])).get(productCode)!
  if (photoIds.length === 0)
    throw createWidgetConflict('All photos of the widget were deleted', 'no-pictures')
  return { widget, photoIds }
}

export const createWidgetConflict = (message: string, reason: WidgetConflict) =>
  new Failure('conflict', message, { reason })
