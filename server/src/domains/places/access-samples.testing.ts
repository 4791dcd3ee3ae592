import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

export const accessSamples: DomainAccessSamples = {
  calls: {
    [`GET ${PHOTOS}/places/choice`]: () => ({}),
    [`GET ${PHOTOS}/places`]: () => ({}),
    [`PUT ${PHOTOS}/places/choice`]: () => ({ body: { isOn: true } }),
    [`GET ${PHOTOS}/photos/:id/place`]: ({ photo }) => ({ params: [photo] }),
    [`DELETE ${PHOTOS}/photos/:id/place`]: ({ photo }) => ({ params: [photo] }),
  },
}
