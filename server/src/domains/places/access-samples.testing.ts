import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

export const accessSamples: AccessSamples = {
  calls: {
    [`GET ${PHOTOS}/places/choice`]: () => ({ path: `${PHOTOS}/places/choice` }),
    [`GET ${PHOTOS}/places`]: () => ({ path: `${PHOTOS}/places` }),
    [`PUT ${PHOTOS}/places/choice`]: () => ({ path: `${PHOTOS}/places/choice`, body: { isOn: true } }),
    [`GET ${PHOTOS}/photos/:id/place`]: ({ photo }) => ({ path: `${PHOTOS}/photos/${photo}/place` }),
    [`DELETE ${PHOTOS}/photos/:id/place`]: ({ photo }) => ({ path: `${PHOTOS}/photos/${photo}/place` }),
  },
}
