import type { CaseSource } from '../../domain.ts'
import { findCustomer } from './store/customers.ts'
import { listCustomersByEmailOrId } from './store/lookup.ts'

/** Who the customer is. */
export const customerCase: CaseSource = {
  find: async ({ db }, word) => (await listCustomersByEmailOrId(db, word)).map(row => row.account_id),
  async describe({ db }, accountId) {
    const customer = await findCustomer(db, accountId)
    if (!customer) return []
    const { brand_id, vendor, business, business_status, registered_at, email, deleted_at, locale } = customer
    const kind = business ? `business ${business_status}` : 'consumer'
    const closed = deleted_at ? `, closed ${deleted_at.toISOString()}` : ''
    const since = registered_at.toISOString().slice(0, 10)
    return [
      `Account ${accountId}, ${brand_id} of ${vendor}, ${kind}, since ${since}, ${locale}, ${email}${closed}`,
    ]
  },
}
