import * as contract from '#contract/addresses.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { addressForTests } from '../../testing/addresses.ts'

const ME = `${SERVICES.customers}/customers/me`
const ADDRESSES = `${ME}/addresses`
const BUSINESS = `${ME}/business`

/** An address book with one address; the caller's own record has no id. */
export const accessSamples: AccessSamples = {
  async createData(server, customer) {
    const { id } = await customer.call(contract.createAddress, { body: addressForTests() })
    return { address: id, businessAccount: (await server.customer({ business: true })).accountId }
  },
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
    [`PUT ${ADDRESSES}/:id`]: ({ address }) => ({
      path: `${ADDRESSES}/${address}`,
      body: addressForTests(),
    }),
    [`DELETE ${ADDRESSES}/:id`]: ({ address }) => ({ path: `${ADDRESSES}/${address}` }),
  },
  serviceCalls: {
    // A consumer has no status: the matrix sends it for a business customer.
    [`PUT ${SERVICES.customers}/retailer/customers/:accountId/status`]: ({ businessAccount }) => ({
      path: `${SERVICES.customers}/retailer/customers/${businessAccount}/status`,
      body: { version: 1, status: 'Active' },
    }),
  },
  // A good body would create another address with each call.
  callsWithoutId: {
    [`POST ${ADDRESSES}`]: { path: ADDRESSES, body: {} },
    // The matrix has it for business customers.
    [`PUT ${BUSINESS}`]: { path: BUSINESS, body: {} },
  },
}
