import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

export const accessSamples: DomainAccessSamples = {
  calls: {
    [`POST ${PHOTOS}/users/activate`]: () => ({}),
  },
  serviceCalls: {
    [`PUT ${PHOTOS}/retailer/libraries/:accountId`]: ({ account }) => ({
      params: [account],
      body: { status: 'ACTIVE' },
    }),
  },
}
