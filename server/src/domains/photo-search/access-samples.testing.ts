import { SERVICES } from '#contract/endpoint.ts'
import type { DomainSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement
const SEARCH = `${PHOTOS}/photo-search`

export const accessSamples: DomainSamples = {
  calls: {
    [`POST ${PHOTOS}/photo-products`]: ({ photo }) => ({ body: { selection: { photoIds: [photo] } } }),
    [`GET ${SEARCH}/timeline/:year/:month`]: () => ({ ids: ['1970', '1'], query: 'undated=true' }),
    [`GET ${SEARCH}/timeline/:year/:month/index`]: () => ({ ids: ['1970', '1'], query: 'undated=true' }),
  },
}
