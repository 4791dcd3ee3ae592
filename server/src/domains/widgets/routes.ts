import { GALLERY_CATEGORIES } from '#contract/gallery-categories.ts'
import * as retailer from '#contract/retailer-widgets.ts'
import * as gallery from '#contract/widget-gallery.ts'
import * as contract from '#contract/widgets.ts'
import { notFound, requireFound } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { getRequestBrand } from '../brands/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { changeEntry, createEntry, getEntry, removeEntry } from './gallery/entries.ts'
import { decideGalleryEntry, listEntriesForRetailer } from './gallery/moderation.ts'
import { presentEntry, presentWidgets } from './present.ts'
import { shareWidget } from './share/share-widget.ts'
import { findOrderBlock, findWidget, listWidgetsOfOrders } from './store.ts'
import {
  changeWidgetDetails,
  deleteWidget,
  replaceWidgetLink,
  restoreWidget,
  upsertWidget,
  type WidgetKey,
} from './widgets.ts'

export const widgetRoutes: readonly Route[] = [
  route(retailer.putWidget, call => {
    const { ctx, params, body } = call
    const { accountId, ...widget } = body
    const reference = { kind: 'widgets', key: params.code }
    return receiveSubmission(call, reference, sent => upsertWidget(ctx, params.code, accountId, widget, sent))
  }),
  route(retailer.getRetailerWidget, call => answerState(call, 'widgets', call.params.code)),
  route(retailer.getRetailerWidgets, call => answerStates(call, 'widgets')),
  route(retailer.getGalleryEntries, ({ ctx, query, request }) =>
    listEntriesForRetailer(ctx, query, request.service!),
  ),
  route(retailer.putGalleryEntryState, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'gallery-decisions', key: params.id }
    return receiveSubmission(call, reference, sent => decideGalleryEntry(ctx, params.id, body, sent))
  }),

  route(contract.getWidget, call => presentRequestedWidget(call)),
  route(contract.getWidgets, async ({ ctx, caller, query, origin }) => {
    const widgets = await listWidgetsOfOrders(ctx.db, caller.accountId, query.orderCodes)
    return { widgets: await presentWidgets(ctx, caller.accountId, origin, widgets) }
  }),
  route(contract.updateWidget, async call => {
    await changeWidgetDetails(call.ctx, toWidgetKey(call), call.body, call.request.headers['if-match'])
    return presentRequestedWidget(call)
  }),
  route(contract.deleteWidget, call => deleteWidget(call.ctx, toWidgetKey(call))),
  route(contract.restoreWidget, async call => {
    await restoreWidget(call.ctx, toWidgetKey(call))
    return presentRequestedWidget(call)
  }),
  route(contract.replaceWidgetLink, async call => {
    await replaceWidgetLink(call.ctx, toWidgetKey(call))
    return presentRequestedWidget(call)
  }),
  route(contract.shareWidget, ({ ctx, caller, params, query }) =>
    shareWidget(ctx, caller.accountId, params.id, query),
  ),
  route(contract.getBlockedOrder, async ({ ctx, params }) => {
    const blocked = await findOrderBlock(ctx.db, params.id)
    if (blocked === undefined) throw notFound('Order')
    return { id: params.id, blocked }
  }),

  route(gallery.createGalleryEntry, async ({ ctx, caller, body }) =>
    presentEntry(await createEntry(ctx, caller.accountId, body)),
  ),
  route(gallery.getGalleryEntry, async ({ ctx, caller, params, query }) =>
    presentEntry(await getEntry(ctx, caller.accountId, { ...params, ...query })),
  ),
  route(gallery.updateGalleryEntry, async ({ ctx, caller, params, query, body: details }) =>
    presentEntry(await changeEntry(ctx, caller.accountId, { widgetId: params.id, ...query, details })),
  ),
  route(gallery.deleteGalleryEntry, ({ ctx, caller, params, query }) =>
    removeEntry(ctx, caller.accountId, { ...params, ...query }),
  ),
  route(gallery.getCategories, async ({ request }) => {
    const text = getTranslator(getRequestBrand(request).locale)
    return { categories: GALLERY_CATEGORIES.map(id => ({ id, name: text(`widgets.category.${id}`) })) }
  }),
]

type WidgetCall = Pick<Call<typeof contract.getWidget>, 'ctx' | 'caller' | 'origin' | 'params'>

const toWidgetKey = ({ caller, params }: Pick<WidgetCall, 'caller' | 'params'>): WidgetKey => ({
  accountId: caller.accountId,
  productCode: params.code,
})

async function presentRequestedWidget({ ctx, caller, origin, params }: WidgetCall): Promise<contract.Widget> {
  const widget = requireFound(await findWidget(ctx.db, caller.accountId, params.code), 'Widget')
  const [presented] = await presentWidgets(ctx, caller.accountId, origin, [widget])
  return presented!
}
