import { SERVICES } from '#contract/endpoint.ts'
import type { DomainSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

export const accessSamples: DomainSamples = {
  calls: {
    [`GET ${PHOTOS}/places/choice`]: () => ({}),
    [`GET ${PHOTOS}/places`]: () => ({}),
    [`PUT ${PHOTOS}/places/choice`]: () => ({ body: { isOn: true } }),
    [`GET ${PHOTOS}/photos/:id/place`]: ({ photo }) => ({ ids: [photo] }),
    [`DELETE ${PHOTOS}/photos/:id/place`]: ({ photo }) => ({ ids: [photo] }),
  },
}
