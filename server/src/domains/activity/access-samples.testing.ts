import { SERVICES } from '#contract/endpoint.ts'
import type { DomainSamples } from '../../testing/access-samples.ts'

export const accessSamples: DomainSamples = {
  calls: { [`GET ${SERVICES.account}/activity`]: () => ({}) },
}
