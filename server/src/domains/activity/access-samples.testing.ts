import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

export const accessSamples: AccessSamples = {
  calls: { [`GET ${SERVICES.account}/activity`]: () => ({ path: `${SERVICES.account}/activity` }) },
}
