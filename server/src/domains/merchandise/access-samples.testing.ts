import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { upsertChannel } from './channels.ts'

const CHANNEL_ID = 'KEEPSAKE-GB'
const CHANNEL = {
  version: 1,
  vendor: { id: 'keepsake', locale: 'en-GB' },
  shopUrl: 'https://shop.example/',
  currency: 'GBP',
  articles: [],
}

/** Channels belong to the shop: every customer may read them. */
export const accessSamples: DomainAccessSamples = {
  async createData({ ctx }) {
    // Stored before the calls, whose answers are then the same for every customer.
    await upsertChannel(ctx, CHANNEL_ID, CHANNEL)
    return {}
  },
  calls: {
    [`POST ${SERVICES.merchandise}`]: () => ({ body: { query: CHANNELS_QUERY } }),
  },
  serviceCalls: {
    [`PUT ${SERVICES.merchandise}/retailer/channels/:id`]: () => ({
      // Has no id of a customer: the answers to all customers contain it.
      params: [CHANNEL_ID],
      body: { ...CHANNEL, version: 2 },
    }),
    [`GET ${SERVICES.merchandise}/retailer/channels/:id`]: () => ({ params: [CHANNEL_ID] }),
    [`GET ${SERVICES.merchandise}/retailer/channels`]: () => ({}),
  },
}

export const CHANNELS_QUERY = `query Channels {
  channels { ID Vendor { ID Locale } }
}`
