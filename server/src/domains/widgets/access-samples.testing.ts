import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { createEntry } from './gallery/entries.ts'
import { widgetForTests } from './widgets.testing.ts'
import { upsertWidget } from './widgets.ts'

const WIDGETS = SERVICES.widgets
const CHANNEL = 'KEEPSAKE-GB'
const ENTRY = { title: 'Our year', description: '', categoryId: 'family', authorName: 'Anna K.' } as const

/** A widget of the order's product, and its gallery entry. */
export const accessSamples: DomainAccessSamples = {
  async createData({ ctx }, { accountId }, { order, photo, product }) {
    await upsertWidget(ctx, product!, accountId, widgetForTests(order!, [photo!]))
    const entry = await createEntry(ctx, accountId, { widgetId: product!, channel: CHANNEL, ...ENTRY })
    return { entry: entry.entry_id }
  },
  calls: {
    [`GET ${WIDGETS}/v1/widget/all`]: ({ order }) => ({ query: `orderCodes=${order}` }),
    [`GET ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({ params: [product] }),
    [`POST ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({
      params: [product],
      body: { title: 'Our year', description: '' },
    }),
    [`POST ${WIDGETS}/v1/widget/:code/link`]: ({ product }) => ({ params: [product] }),
    [`PUT ${WIDGETS}/v1/widget/:id/share`]: ({ product }) => ({
      params: [product],
      query: `vendorId=keepsake&fromName=Anna&toEmailAddress=${btoa('a@keepsake.test')}`,
    }),
    [`GET ${WIDGETS}/v1/galleryentries/:id`]: ({ entry }) => ({
      params: [entry],
      query: `channel=${CHANNEL}`,
    }),
    [`PUT ${WIDGETS}/v1/galleryentries/:id`]: ({ product }) => ({
      params: [product],
      query: `channel=${CHANNEL}`,
      body: ENTRY,
    }),
    [`DELETE ${WIDGETS}/v1/galleryentries/:id`]: ({ entry }) => ({
      params: [entry],
      query: `channel=${CHANNEL}`,
    }),
    [`POST ${WIDGETS}/v1/galleryentries/`]: ({ product }) => ({
      body: { widgetId: product, channel: CHANNEL, ...ENTRY },
    }),
    [`DELETE ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({ params: [product] }),
    [`POST ${WIDGETS}/v1/widget/:code/restore`]: ({ product }) => ({ params: [product] }),
  },
  serviceCalls: {
    [`PUT ${WIDGETS}/retailer/widgets/:code`]: ({ account, newOrder, photo }) => ({
      params: [newOrder],
      body: { accountId: account, ...widgetForTests(newOrder!, [photo!]) },
    }),
    [`GET ${WIDGETS}/retailer/widgets/:code`]: ({ newOrder }) => ({ params: [newOrder] }),
    [`GET ${WIDGETS}/retailer/widgets`]: () => ({}),
    [`GET ${WIDGETS}/retailer/galleryentries`]: () => ({ query: `channel=${CHANNEL}` }),
    [`PUT ${WIDGETS}/retailer/galleryentries/:id/state`]: ({ entry }) => ({
      params: [entry],
      body: { state: 'approved', version: 1 },
    }),
  },
}
