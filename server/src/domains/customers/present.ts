import type { Customer as CustomerAnswer } from '#contract/customers.ts'
import type { Caller } from '#server/http/route.ts'
import { presentAddress } from './addresses/present.ts'
import type { AddressRow } from './addresses/store.ts'
import type { Customer } from './store/customers.ts'

/**
 * Presents the customer as sent to clients. The delayed date concerns photos, so it is left
 * out.
 */
export function presentCustomer(
  customer: Customer,
  addresses: readonly AddressRow[],
  { business }: Pick<Caller, 'business'>,
): CustomerAnswer {
  return {
    id: customer.account_id,
    email: customer.email,
    salutation: customer.salutation,
    firstName: customer.first_name,
    lastName: customer.last_name,
    dateOfBirth: customer.date_of_birth,
    phoneNumber: customer.phone_number,
    language: customer.locale,
    paymentMethod: customer.payment_method,
    sharesPositions: customer.shares_positions,
    status: customer.business ? customer.business_status : null,
    accountDeleted: customer.deleted_at !== null,
    addresses: addresses.map(presentAddress),
    registrationDate: customer.registered_at.toISOString(),
    ftp: business
      ? { callbackUrl: customer.callback_url, callbackFormat: customer.callback_format ?? 'JSON' }
      : null,
  }
}
