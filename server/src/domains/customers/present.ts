import type { Customer as CustomerAnswer } from '#contract/customers.ts'
import type { Customer } from './store.ts'

/** AA-109, AA-008. The retention's delayed date is about photos (OP-01): it says nothing about the account. */
export function presentCustomer(customer: Customer): CustomerAnswer {
  return {
    id: customer.account_id,
    email: customer.email,
    firstName: customer.first_name,
    lastName: customer.last_name,
    status: customer.business ? customer.business_status : null,
    accountDeleted: customer.deleted_at !== null,
    registrationDate: customer.registered_at.toISOString(),
  }
}
