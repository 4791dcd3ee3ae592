import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

export const accessSamples: AccessSamples = {
  calls: {
    [`POST ${PHOTOS}/photo-products`]: ({ photo }) => ({
      path: `${PHOTOS}/photo-products`,
      body: { selection: { photoIds: [photo] } },
    }),
  },
}
