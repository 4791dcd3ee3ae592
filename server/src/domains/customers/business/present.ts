import type { BusinessAccount, BusinessDetails } from '#contract/business-details.ts'
import { hasWrongCheckDigits } from '#contract/input/vat-number.ts'
import type { Customer } from '../store/customers.ts'
import type { BusinessDetailsRow } from './store.ts'

/** Presents status and details as sent to the customer. */
export const presentBusiness = (
  { business_status }: Pick<Customer, 'business_status'>,
  row: BusinessDetailsRow | undefined,
): BusinessAccount => ({ status: business_status ?? 'Default', details: row ? presentDetails(row) : null })

/** Presents the details as sent to the customer and to the retailer. */
export const presentDetails = (row: BusinessDetailsRow): BusinessDetails => ({
  companyName: row.company_name,
  registrationNumber: row.registration_number,
  vatNumber: row.vat_number,
  vatNumberWarning: hasWrongCheckDigits(row.vat_number) ? 'check-digits' : undefined,
  contactFirstName: row.contact_first_name,
  contactLastName: row.contact_last_name,
  invoiceEmail: row.invoice_email,
  phoneNumber: row.phone_number,
  invoiceAddress: row.invoice_address,
})
