import * as z from 'zod/mini'
import type { Country } from './address/country.ts'
import { PERSON_NAME_MAX } from './customer.ts'
import { phoneNumber } from './phone-number.ts'
import { EMAIL_MAX, recipientEmail } from './recipient-email.ts'
import { plainNameText } from './text.ts'
import { vatNumber } from './vat-number.ts'

/** Most characters of the texts of a business. */
export const BUSINESS_TEXT_MAX = {
  companyName: 100,
  registrationNumber: 50,
  contactFirstName: PERSON_NAME_MAX,
  contactLastName: PERSON_NAME_MAX,
  invoiceEmail: EMAIL_MAX,
} as const

/** Context of the rules, besides the values. */
export interface BusinessDetailsRules {
  /** The brand's country, assumed for a VAT number without country letters. */
  country: Country
  /** Whether an invoice address is stored; it then stays if none is given. */
  hasInvoiceAddress: boolean
}

/** Creates the schemas of the fields of a business; all are required. */
export const businessDetailsFields = ({ country, hasInvoiceAddress }: BusinessDetailsRules) => ({
  companyName: plainNameText({ max: BUSINESS_TEXT_MAX.companyName }),
  registrationNumber: plainNameText({ max: BUSINESS_TEXT_MAX.registrationNumber }),
  vatNumber: vatNumber(country),
  contactFirstName: plainNameText({ max: BUSINESS_TEXT_MAX.contactFirstName }),
  contactLastName: plainNameText({ max: BUSINESS_TEXT_MAX.contactLastName }),
  invoiceEmail: recipientEmail,
  phoneNumber,
  /** An address of the address book, which is copied; the stored one stays if left out. */
  invoiceAddressId: hasInvoiceAddress ? z.optional(addressId) : addressId,
})

const addressId = z.uuid().check(z.toLowerCase())
