import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const SUBSCRIPTIONS = SERVICES.subscriptions

export const accessSamples: AccessSamples = {
  async createData() {
    return { subscriber: `${randomUUID()}@keepsake.test` }
  },
  calls: {
    [`POST ${SUBSCRIPTIONS}/me`]: () => ({ path: `${SUBSCRIPTIONS}/me` }),
    [`DELETE ${SUBSCRIPTIONS}/me`]: () => ({ path: `${SUBSCRIPTIONS}/me` }),
  },
  serviceCalls: {
    [`PUT ${SUBSCRIPTIONS}/retailer/profiles/:email`]: ({ subscriber }) => ({
      path: `${SUBSCRIPTIONS}/retailer/profiles/${subscriber}`,
      body: { channel: 'KEEPSAKE-GB', requestedAt: '2026-01-01T00:00:00Z' },
    }),
    [`GET ${SUBSCRIPTIONS}/retailer/profiles/:email`]: ({ subscriber }) => ({
      path: `${SUBSCRIPTIONS}/retailer/profiles/${subscriber}?channel=KEEPSAKE-GB`,
    }),
  },
}
