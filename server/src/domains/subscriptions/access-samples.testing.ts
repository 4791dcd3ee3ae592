import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainSamples } from '../../testing/access-samples.ts'

const SUBSCRIPTIONS = SERVICES.subscriptions

export const accessSamples: DomainSamples = {
  async createData() {
    return { subscriber: `${randomUUID()}@keepsake.test` }
  },
  calls: {
    [`POST ${SUBSCRIPTIONS}/me`]: () => ({}),
    [`DELETE ${SUBSCRIPTIONS}/me`]: () => ({}),
  },
  serviceCalls: {
    [`PUT ${SUBSCRIPTIONS}/retailer/profiles/:email`]: ({ subscriber }) => ({
      ids: [subscriber],
      body: { channel: 'KEEPSAKE-GB', requestedAt: '2026-01-01T00:00:00Z' },
    }),
    [`GET ${SUBSCRIPTIONS}/retailer/profiles/:email`]: ({ subscriber }) => ({
      ids: [subscriber],
      query: 'channel=KEEPSAKE-GB',
    }),
  },
}
