import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement
const SEARCH = `${PHOTOS}/photo-search`

export const accessSamples: AccessSamples = {
  calls: {
    [`POST ${PHOTOS}/photo-products`]: ({ photo }) => ({
      path: `${PHOTOS}/photo-products`,
      body: { selection: { photoIds: [photo] } },
    }),
    [`GET ${SEARCH}/timeline/:year/:month`]: () => ({ path: `${SEARCH}/timeline/1970/1?undated=true` }),
    [`GET ${SEARCH}/timeline/:year/:month/index`]: () => ({
      path: `${SEARCH}/timeline/1970/1/index?undated=true`,
    }),
  },
}
