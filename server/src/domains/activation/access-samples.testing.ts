import { SERVICES } from '#contract/endpoint.ts'
import type { DomainSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

export const accessSamples: DomainSamples = {
  calls: {
    [`POST ${PHOTOS}/users/activate`]: () => ({}),
  },
  serviceCalls: {
    [`PUT ${PHOTOS}/retailer/libraries/:accountId`]: ({ account }) => ({
      ids: [account],
      body: { status: 'ACTIVE' },
    }),
  },
}
