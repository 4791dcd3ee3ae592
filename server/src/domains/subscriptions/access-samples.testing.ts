import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const SUBSCRIPTIONS = SERVICES.subscriptions

export const accessSamples: DomainAccessSamples = {
  async createData() {
    return { subscriber: `${randomUUID()}@keepsake.test` }
  },
  calls: {
    [`POST ${SUBSCRIPTIONS}/me`]: () => ({}),
    [`DELETE ${SUBSCRIPTIONS}/me`]: () => ({}),
  },
  serviceCalls: {
    [`PUT ${SUBSCRIPTIONS}/retailer/profiles/:email`]: ({ subscriber }) => ({
      params: [subscriber],
      body: { channel: 'KEEPSAKE-GB', requestedAt: '2026-01-01T00:00:00Z' },
    }),
    [`GET ${SUBSCRIPTIONS}/retailer/profiles/:email`]: ({ subscriber }) => ({
      params: [subscriber],
      query: 'channel=KEEPSAKE-GB',
    }),
  },
}
