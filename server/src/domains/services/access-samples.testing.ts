import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

export const accessSamples: DomainAccessSamples = {
  serviceCalls: {
    [`GET ${SERVICES.reports}/retailer/refusals`]: () => ({}),
  },
}
