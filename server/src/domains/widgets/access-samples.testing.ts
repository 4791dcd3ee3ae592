import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { createEntry } from './gallery/entries.ts'
import { widgetForTests } from './widgets.testing.ts'
import { upsertWidget } from './widgets.ts'

const WIDGETS = SERVICES.widgets
const CHANNEL = 'KEEPSAKE-GB'
const ENTRY = { title: 'Our year', description: '', categoryId: 'family', authorName: 'Anna K.' } as const

/** A widget of the order's product, and its gallery entry. */
export const accessSamples: AccessSamples = {
  async createData({ ctx }, { accountId }, { order, photo, product }) {
    await upsertWidget(ctx, product!, accountId, widgetForTests(order!, [photo!]))
    const entry = await createEntry(ctx, accountId, { widgetId: product!, channel: CHANNEL, ...ENTRY })
    return { entry: entry.entry_id }
  },
  calls: {
    [`GET ${WIDGETS}/v1/widget/all`]: ({ order }) => ({
      path: `${WIDGETS}/v1/widget/all?orderCodes=${order}`,
    }),
    [`GET ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({ path: `${WIDGETS}/v1/widget/${product}` }),
    [`POST ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({
      path: `${WIDGETS}/v1/widget/${product}`,
      body: { title: 'Our year', description: '' },
    }),
    [`POST ${WIDGETS}/v1/widget/:code/link`]: ({ product }) => ({
      path: `${WIDGETS}/v1/widget/${product}/link`,
    }),
    [`PUT ${WIDGETS}/v1/widget/:id/share`]: ({ product }) => ({
      path: `${WIDGETS}/v1/widget/${product}/share?vendorId=keepsake&fromName=Anna&toEmailAddress=${btoa('a@keepsake.test')}`,
    }),
    [`GET ${WIDGETS}/v1/galleryentries/:id`]: ({ entry }) => ({
      path: `${WIDGETS}/v1/galleryentries/${entry}?channel=${CHANNEL}`,
    }),
    [`PUT ${WIDGETS}/v1/galleryentries/:id`]: ({ product }) => ({
      path: `${WIDGETS}/v1/galleryentries/${product}?channel=${CHANNEL}`,
      body: ENTRY,
    }),
    [`DELETE ${WIDGETS}/v1/galleryentries/:id`]: ({ entry }) => ({
      path: `${WIDGETS}/v1/galleryentries/${entry}?channel=${CHANNEL}`,
    }),
    [`POST ${WIDGETS}/v1/galleryentries/`]: ({ product }) => ({
      path: `${WIDGETS}/v1/galleryentries/`,
      body: { widgetId: product, channel: CHANNEL, ...ENTRY },
    }),
    [`DELETE ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({ path: `${WIDGETS}/v1/widget/${product}` }),
    [`POST ${WIDGETS}/v1/widget/:code/restore`]: ({ product }) => ({
      path: `${WIDGETS}/v1/widget/${product}/restore`,
    }),
  },
  serviceCalls: {
    [`PUT ${WIDGETS}/retailer/widgets/:code`]: ({ account, newOrder, photo }) => ({
      path: `${WIDGETS}/retailer/widgets/${newOrder}`,
      body: { accountId: account, ...widgetForTests(newOrder!, [photo!]) },
    }),
    [`GET ${WIDGETS}/retailer/widgets/:code`]: ({ newOrder }) => ({
      path: `${WIDGETS}/retailer/widgets/${newOrder}`,
    }),
    [`GET ${WIDGETS}/retailer/widgets`]: () => ({ path: `${WIDGETS}/retailer/widgets` }),
    [`GET ${WIDGETS}/retailer/galleryentries`]: () => ({
      path: `${WIDGETS}/retailer/galleryentries?channel=${CHANNEL}`,
    }),
    [`PUT ${WIDGETS}/retailer/galleryentries/:id/state`]: ({ entry }) => ({
      path: `${WIDGETS}/retailer/galleryentries/${entry}/state`,
      body: { state: 'approved', version: 1 },
    }),
  },
}
