import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

export const accessSamples: AccessSamples = {
  calls: {
    [`POST ${PHOTOS}/users/activate`]: () => ({ path: `${PHOTOS}/users/activate` }),
  },
  serviceCalls: {
    [`PUT ${PHOTOS}/retailer/libraries/:accountId`]: ({ account }) => ({
      path: `${PHOTOS}/retailer/libraries/${account}`,
      body: { status: 'ACTIVE' },
    }),
  },
}
