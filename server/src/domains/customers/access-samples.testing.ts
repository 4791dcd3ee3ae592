import * as contract from '#contract/addresses.ts'
import { createCheckoutTicket } from '#contract/checkout-tickets.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { addressForTests } from '../../testing/addresses.ts'
import { DETAILS } from './business/business.testing.ts'

const ME = `${SERVICES.customers}/customers/me`
const ADDRESSES = `${ME}/addresses`
const BUSINESS = `${ME}/business`

/** A business needs the company's name. */
const ADDRESS = addressForTests({ companyName: 'Studio Keller' })

/** An address book with one address and a ticket for the checkout; the caller's own record has no id. */
export const accessSamples: DomainAccessSamples = {
  async createData(_, customer) {
    return {
      address: (await customer.call(contract.createAddress, { body: ADDRESS })).id,
      checkoutTicket: (await customer.call(createCheckoutTicket)).ticket,
    }
  },
  calls: {
    [`PUT ${ME}`]: () => ({
      body: {
        salutation: null,
        firstName: 'Anna',
        lastName: 'Keller',
        dateOfBirth: null,
        phoneNumber: null,
        language: 'en-GB',
        paymentMethod: null,
        ftp: { callbackUrl: null, callbackFormat: 'JSON' },
      },
    }),
    [`PATCH ${ME}`]: () => ({ body: { firstName: 'Anna' } }),
    [`PUT ${BUSINESS}`]: ({ address }) => ({
      body: { ...DETAILS, invoiceAddressId: address },
    }),
    [`PUT ${ADDRESSES}/:id`]: ({ address }) => ({ params: [address], body: ADDRESS }),
    [`DELETE ${ADDRESSES}/:id`]: ({ address }) => ({ params: [address] }),
  },
  serviceCalls: {
    // Used up by the first call that succeeds.
    [`POST ${SERVICES.customers}/retailer/checkout-tickets/:ticket/redeem`]: ({ checkoutTicket }) => ({
      params: [checkoutTicket],
    }),
    [`PUT ${SERVICES.customers}/retailer/customers/:accountId/status`]: ({ account }) => ({
      params: [account],
      body: { version: 1, status: 'Active' },
    }),
    [`GET ${SERVICES.customers}/retailer/customers/:accountId/status`]: ({ account }) => ({
      params: [account],
    }),
    [`GET ${SERVICES.customers}/retailer/customers`]: () => ({}),
  },
  callsWithoutId: {
    // A good body would create another address with each call.
    [`POST ${ADDRESSES}`]: { body: {} },
    [`POST ${SERVICES.customers}/v1/checkout-tickets`]: {},
  },
}
