import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

export const accessSamples: AccessSamples = {
  serviceCalls: {
    [`GET ${SERVICES.reports}/retailer/refusals`]: () => ({ path: `${SERVICES.reports}/retailer/refusals` }),
  },
}
