import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const ME = `${SERVICES.customers}/customers/me`

/** The caller's own record has no id. */
export const accessSamples: AccessSamples = {
  calls: {
    [`PUT ${ME}`]: () => ({
      path: ME,
      body: {
        salutation: null,
        firstName: 'Anna',
        lastName: 'Keller',
        dateOfBirth: null,
        phoneNumber: null,
        language: 'en-GB',
        paymentMethod: null,
      },
    }),
    [`PATCH ${ME}`]: () => ({ path: ME, body: { firstName: 'Anna' } }),
  },
}
