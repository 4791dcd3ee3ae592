import { SERVICES } from '#contract/endpoint.ts'
import type { DomainSamples } from '../../testing/access-samples.ts'
import { createEntry } from './gallery/entries.ts'
import { widgetForTests } from './widgets.testing.ts'
import { upsertWidget } from './widgets.ts'

const WIDGETS = SERVICES.widgets
const CHANNEL = 'KEEPSAKE-GB'
const ENTRY = { title: 'Our year', description: '', categoryId: 'family', authorName: 'Anna K.' } as const

/** A widget of the order's product, and its gallery entry. */
export const accessSamples: DomainSamples = {
  async createData({ ctx }, { accountId }, { order, photo, product }) {
    await upsertWidget(ctx, product!, accountId, widgetForTests(order!, [photo!]))
    const entry = await createEntry(ctx, accountId, { widgetId: product!, channel: CHANNEL, ...ENTRY })
    return { entry: entry.entry_id }
  },
  calls: {
    [`GET ${WIDGETS}/v1/widget/all`]: ({ order }) => ({ query: `orderCodes=${order}` }),
    [`GET ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({ ids: [product] }),
    [`POST ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({
      ids: [product],
      body: { title: 'Our year', description: '' },
    }),
    [`POST ${WIDGETS}/v1/widget/:code/link`]: ({ product }) => ({ ids: [product] }),
    [`PUT ${WIDGETS}/v1/widget/:id/share`]: ({ product }) => ({
      ids: [product],
      query: `vendorId=keepsake&fromName=Anna&toEmailAddress=${btoa('a@keepsake.test')}`,
    }),
    [`GET ${WIDGETS}/v1/galleryentries/:id`]: ({ entry }) => ({ ids: [entry], query: `channel=${CHANNEL}` }),
    [`PUT ${WIDGETS}/v1/galleryentries/:id`]: ({ product }) => ({
      ids: [product],
      query: `channel=${CHANNEL}`,
      body: ENTRY,
    }),
    [`DELETE ${WIDGETS}/v1/galleryentries/:id`]: ({ entry }) => ({
      ids: [entry],
      query: `channel=${CHANNEL}`,
    }),
    [`POST ${WIDGETS}/v1/galleryentries/`]: ({ product }) => ({
      body: { widgetId: product, channel: CHANNEL, ...ENTRY },
    }),
    [`DELETE ${WIDGETS}/v1/widget/:code`]: ({ product }) => ({ ids: [product] }),
    [`POST ${WIDGETS}/v1/widget/:code/restore`]: ({ product }) => ({ ids: [product] }),
  },
  serviceCalls: {
    [`PUT ${WIDGETS}/retailer/widgets/:code`]: ({ account, newOrder, photo }) => ({
      ids: [newOrder],
      body: { accountId: account, ...widgetForTests(newOrder!, [photo!]) },
    }),
    [`GET ${WIDGETS}/retailer/widgets/:code`]: ({ newOrder }) => ({ ids: [newOrder] }),
    [`GET ${WIDGETS}/retailer/widgets`]: () => ({}),
    [`GET ${WIDGETS}/retailer/galleryentries`]: () => ({ query: `channel=${CHANNEL}` }),
    [`PUT ${WIDGETS}/retailer/galleryentries/:id/state`]: ({ entry }) => ({
      ids: [entry],
      body: { state: 'approved', version: 1 },
    }),
  },
}
