import type { Context } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { runOnSchedule } from '../../platform/jobs/jobs.ts'
import { accountClosed, accountReopened } from '../customers/index.ts'
import { orderBlockChanged } from '../orders/index.ts'
import { widgetRoutes } from './routes.ts'
import { deleteEntries, markEntriesChanged } from './store.ts'
import { widgetTables } from './tables.ts'
import { mountWidgetPictures } from './viewer/pictures.ts'
import { serveViewer } from './viewer/viewer.ts'
import { cleanUpWidgets } from './widgets.ts'

export { listPhotosOfWidgets } from './pictures.ts'
export { countWidgets } from './store.ts'

/** Keeps id and channel of gallery entries for a while, so that the retailer's gallery can read the removal. */
const widgetEraser = eraseRows(widgetTables, (ctx, tx, accountId) =>
  deleteEntries(tx, { account_id: accountId }, ctx.clock.now()),
)

/** Widgets: digital versions of ordered products with a public page, and their entries in the gallery. */
export const widgets = defineDomain({
  name: 'widgets',
  dependsOn: ['brands', 'services', 'mails', 'customers', 'identity', 'photos', 'orders'],
  tables: widgetTables,
  routes: widgetRoutes,
  mount(app, ctx) {
    serveViewer(app, ctx)
    mountWidgetPictures(app, ctx)
  },
  jobs: [runOnSchedule('widgets.sweep', '50 4 * * *', cleanUpWidgets)],
  listeners: [
    on(orderBlockChanged, async (ctx, tx, { accountId, code: orderCode }) => {
      await markEntriesChanged(tx, { accountId, orderCode }, ctx.clock.now())
    }),
    ...[accountClosed, accountReopened].map(event =>
      on(event, (ctx: Context, tx, { accountId }) => markEntriesChanged(tx, { accountId }, ctx.clock.now())),
    ),
  ],
  eraseAccount: widgetEraser,
})
