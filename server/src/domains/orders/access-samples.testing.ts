import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

export const accessSamples: AccessSamples = {
  serviceCalls: {
    [`PUT ${SERVICES.orders}/retailer/orders/:code`]: ({ account }) => ({
      path: `${SERVICES.orders}/retailer/orders/K-${account!.slice(0, 8).toLowerCase()}`,
      body: { accountId: account, createdAt: '2026-01-01T00:00:00Z', status: 'shipped' },
    }),
  },
}
