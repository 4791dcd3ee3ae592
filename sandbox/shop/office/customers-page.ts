import { html } from '#html/html.ts'
import type { BusinessCustomer, Shop } from '../context.ts'
import { decideStatus } from '../customers.ts'
import { createButtons, type OfficeItem, type OfficePage } from './page.ts'

/** The page of the business customers, whose status is decided. */
export const createCustomersPage = (shop: Shop): OfficePage => ({
  name: 'customers',
  title: 'Business customers',
  text: 'Companies that want to order on account.',
  none: 'There are none yet.',
  list: () => shop.businessCustomers.list().map(each => describeCustomer(shop, each)),
})

function describeCustomer(
  shop: Shop,
  [accountId, { details, decision }]: [string, BusinessCustomer],
): OfficeItem {
  const isAcknowledged = shop.push.getState(`customer ${accountId}`).acknowledged === decision?.version
  const { vatNumber, registrationNumber, contactFirstName, contactLastName, invoiceEmail } = details
  const vat = details.vatNumberWarning ? `${vatNumber} (its check digits do not match)` : vatNumber
  return {
    id: accountId,
    title: details.companyName,
    facts: [
      html`<p><strong>${decision?.status ?? 'Not decided'}</strong></p>`,
      [vat, registrationNumber, `${contactFirstName} ${contactLastName}`, invoiceEmail].join(' · '),
    ],
    forms: [
      createButtons(
        ['Active', 'Blocked'],
        status => decideStatus(shop, accountId, status),
        status => decision?.status === status && isAcknowledged,
      ),
    ],
  }
}
