import * as z from 'zod/mini'
import type { Country } from './address/country.ts'
import { PERSON_NAME_MAX } from './customer.ts'
import type { FieldIssue } from './field-issues.ts'
import { phoneNumber } from './phone-number.ts'
import { isStorableText, nameText } from './text.ts'
import { vatNumber } from './vat-number.ts'

/** Most characters of the texts of a business. */
export const BUSINESS_TEXT_MAX = {
  companyName: 100,
  registrationNumber: 50,
  contactFirstName: PERSON_NAME_MAX,
  contactLastName: PERSON_NAME_MAX,
  invoiceEmail: 254,
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
  companyName: createRequiredText(BUSINESS_TEXT_MAX.companyName),
  registrationNumber: createRequiredText(BUSINESS_TEXT_MAX.registrationNumber),
  vatNumber: vatNumber(country),
  contactFirstName: createRequiredText(BUSINESS_TEXT_MAX.contactFirstName),
  contactLastName: createRequiredText(BUSINESS_TEXT_MAX.contactLastName),
  invoiceEmail: email,
  phoneNumber,
  /** An address of the address book, which is copied; the stored one stays if left out. */
  invoiceAddressId: hasInvoiceAddress ? z.optional(addressId) : addressId,
})

const addressId = z.uuid().check(z.toLowerCase())

/** Same rule as for the texts of an address: none of '<', '>', ';' and no control characters. */
const createRequiredText = (max: number) =>
  nameText({ max }).check(
    z.refine(value => !/[<>;\p{Cc}]/u.test(value), { error: 'not-valid' satisfies FieldIssue }),
  )

const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { abort: true }),
    z.maxLength(BUSINESS_TEXT_MAX.invoiceEmail),
    z.email(),
    z.refine(isStorableText, { error: 'not-valid' satisfies FieldIssue }),
  )
