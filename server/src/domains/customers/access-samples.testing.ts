import * as contract from '#contract/addresses.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { addressForTests } from '../../testing/addresses.ts'

const ADDRESSES = `${SERVICES.customers}/customers/me/addresses`

/** An address book with one address. */
export const accessSamples: AccessSamples = {
  async createData(_, customer) {
    return { address: (await customer.call(contract.createAddress, { body: addressForTests() })).id }
  },
  calls: {
    [`PUT ${ADDRESSES}/:id`]: ({ address }) => ({
      path: `${ADDRESSES}/${address}`,
      body: addressForTests(),
    }),
    [`DELETE ${ADDRESSES}/:id`]: ({ address }) => ({ path: `${ADDRESSES}/${address}` }),
  },
  // A good body would create another address with each call.
  callsWithoutId: { [`POST ${ADDRESSES}`]: { path: ADDRESSES, body: {} } },
}
