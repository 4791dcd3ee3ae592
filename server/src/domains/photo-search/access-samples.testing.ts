import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const SEARCH = `${SERVICES.photoManagement}/photo-search`

export const accessSamples: AccessSamples = {
  calls: {
    [`GET ${SEARCH}/timeline/:year/:month`]: () => ({ path: `${SEARCH}/timeline/1970/1?undated=true` }),
    [`GET ${SEARCH}/timeline/:year/:month/index`]: () => ({
      path: `${SEARCH}/timeline/1970/1/index?undated=true`,
    }),
  },
}
