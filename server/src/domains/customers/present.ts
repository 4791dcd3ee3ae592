import type { Customer as CustomerAnswer } from '#contract/customers.ts'
import { presentAddress } from './addresses/present.ts'
import type { AddressRow } from './addresses/store.ts'
import type { Customer } from './store.ts'

/** The customer as sent to clients (AA-109, AA-008). The delayed date concerns photos (OP-01), so it is left out. */
export function presentCustomer(customer: Customer, addresses: readonly AddressRow[]): CustomerAnswer {
  return {
    id: customer.account_id,
    email: customer.email,
    firstName: customer.first_name,
    lastName: customer.last_name,
    status: customer.business ? customer.business_status : null,
    accountDeleted: customer.deleted_at !== null,
    addresses: addresses.map(presentAddress),
    registrationDate: customer.registered_at.toISOString(),
  }
}
