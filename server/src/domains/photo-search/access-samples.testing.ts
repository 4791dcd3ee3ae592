import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement
const SEARCH = `${PHOTOS}/photo-search`

export const accessSamples: DomainAccessSamples = {
  calls: {
    [`POST ${PHOTOS}/photo-products`]: ({ photo }) => ({ body: { selection: { photoIds: [photo] } } }),
    [`GET ${SEARCH}/timeline/:year/:month`]: () => ({ params: ['1970', '1'], query: 'undated=true' }),
    [`GET ${SEARCH}/timeline/:year/:month/index`]: () => ({ params: ['1970', '1'], query: 'undated=true' }),
  },
}
