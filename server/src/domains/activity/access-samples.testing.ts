import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

export const accessSamples: DomainAccessSamples = {
  calls: { [`GET ${SERVICES.account}/activity`]: () => ({}) },
}
