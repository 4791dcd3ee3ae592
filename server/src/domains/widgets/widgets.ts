import { randomBytes } from 'node:crypto'
import { millisecondsInDay } from 'date-fns/constants'
import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { putWidget, RetailerWidget } from '#contract/retailer-widgets.ts'
import type { updateWidget } from '#contract/widgets.ts'
import { type Context, change } from '../../context.ts'
import { requireFound } from '../../http/failure.ts'
import { requireMatch } from '../../http/if-match.ts'
import { checkPastInstants } from '../../http/past-instants.ts'
import type { Submission } from '../../http/submission.ts'
import { deleteRows, lessThan, lockRow, updateRows } from '../../platform/db/rows.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { receiveAccountVersion } from '../customers/index.ts'
import { deleteStates } from '../services/index.ts'
import { getDetails } from './present.ts'
import {
  clearDeletedWidgets,
  deleteEntries,
  findWidget,
  markEntriesChanged,
  type OrderedWidget,
  upsertWidgetRow,
  type WidgetRow,
} from './store.ts'

/**
 * Stores a version of the widget of an ordered product; returns whether it was stored. The public link and the
 * customer's changes stay; a deleted widget stays deleted. 404 for an unknown or erased account; a widget of another
 * account and other content under the same version are conflicts.
 */
export async function upsertWidget(
  ctx: Context,
  productCode: string,
  accountId: string,
  { version, orderCode, createdAt, ...body }: RetailerWidget,
  submission?: Submission,
): Promise<Answer<typeof putWidget>> {
  checkPastInstants(ctx, { createdAt }, submission)
  const incoming = { accountId, version, content: { orderCode, ...body }, submission }
  const { receipt } = await receiveAccountVersion(ctx, incoming, () => ({
    read: tx => lockRow(tx, 'widgets', { product_code: productCode }),
    isFinal: row => row.emptied_at !== null,
    getContent: row => ({ orderCode: row.order_code, ...row.body }),
    conflictMessage: 'The widget of this product belongs to another account',
    write: async tx => {
      const now = ctx.clock.now()
      const row: WidgetRow = {
        product_code: productCode,
        account_id: accountId,
        order_code: orderCode,
        version,
        body,
        title: null,
        description: null,
        public_id: generatePublicId(),
        created_at: new Date(createdAt),
        updated_at: now,
        deleted_at: null,
        emptied_at: null,
      }
      if (!(await upsertWidgetRow(tx, row))) return false
      await markEntriesChanged(tx, { accountId, productCode }, now)
      return true
    },
    publish: tx => publishToAccount(ctx, tx, accountId, { type: 'widgets-changed', orderCode }),
  }))
  return receipt
}

/** 128 random bits: the link is the only authorization to see a widget. */
const generatePublicId = () => randomBytes(16).toString('base64url')

/** Identifies a widget of a customer. */
export interface WidgetKey {
  accountId: string
  productCode: string
}

/**
 * Stores the customer's title and description; 404 for a deleted widget, precondition-failed when `ifMatch` names other
 * ones.
 */
export function changeWidgetDetails(
  ctx: Context,
  key: WidgetKey,
  details: z.output<typeof updateWidget.body>,
  ifMatch?: string,
): Promise<void> {
  return changeWidget(ctx, key, async widget => {
    await requireMatch(ifMatch, getDetails(widget))
    return details
  })
}

/** Replaces the public link. The previous one stops working at once, also where it is embedded. */
export function replaceWidgetLink(ctx: Context, key: WidgetKey): Promise<void> {
  return changeWidget(ctx, key, () => ({ public_id: generatePublicId() }))
}

/** Deletes the widget. Link and gallery entry stop working at once, and work again when it is restored. */
export function deleteWidget(ctx: Context, key: WidgetKey): Promise<void> {
  return changeWidget(ctx, key, () => ({ deleted_at: ctx.clock.now() }))
}

/** Restores a deleted widget whose content has not been removed yet; does not change a widget that is not deleted. */
export function restoreWidget(ctx: Context, key: WidgetKey): Promise<void> {
  return changeWidget(ctx, key, () => ({ deleted_at: null }), { includeDeleted: true })
}

type WidgetChanges = Partial<Pick<WidgetRow, 'title' | 'description' | 'public_id' | 'deleted_at'>>

/** Changes a widget of the account, and publishes it to open pages and the gallery; 404 when it does not exist. */
async function changeWidget(
  ctx: Context,
  { accountId, productCode }: WidgetKey,
  getChanges: (widget: OrderedWidget) => WidgetChanges | Promise<WidgetChanges>,
  { includeDeleted = false } = {},
): Promise<void> {
  await change(ctx, async tx => {
    await lockRow(tx, 'widgets', { product_code: productCode })
    const widget = requireFound(await findWidget(tx.db, accountId, productCode, { includeDeleted }), 'Widget')
    const now = ctx.clock.now()
    const changes = { ...(await getChanges(widget)), updated_at: now }
    await updateRows(tx.db, 'widgets', { product_code: productCode }, changes)
    await markEntriesChanged(tx, { accountId, productCode }, now)
    await publishToAccount(ctx, tx, accountId, { type: 'widgets-changed', orderCode: widget.order_code })
  })
}

/** Days for which the gallery can read removals of entries. */
const REMOVAL_DAYS = 90

/** Removes the content of widgets whose time in the bin is over, and their gallery entries. */
export async function cleanUpWidgets(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const emptiedCodes = await clearDeletedWidgets(
      tx,
      new Date(now.getTime() - ctx.config.binDays * millisecondsInDay),
      now,
    )
    if (emptiedCodes.length > 0) await deleteEntries(tx, { product_code: emptiedCodes }, now)
    await deleteStates(tx, 'widgets', emptiedCodes)
    await deleteRows(tx.db, 'gallery_removals', {
      removed_at: lessThan(new Date(now.getTime() - REMOVAL_DAYS * millisecondsInDay)),
    })
  })
}
