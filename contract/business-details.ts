import { z } from 'zod'
import { address } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { type BusinessDetailsRules, businessDetailsFields } from './input/business-details.ts'

/** States of a business account: details are missing, they are being checked, may order, may only read. */
export const BUSINESS_STATUSES = ['Default', 'New', 'Active', 'Blocked'] as const
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number]

/** A copy of an address of the address book, made when it was chosen. */
export const invoiceAddress = address.omit({ id: true, isDefault: true })
export type InvoiceAddress = z.infer<typeof invoiceAddress>

export const businessDetails = z.object({
  companyName: z.string(),
  registrationNumber: z.string(),
  /** With the letters of its country. */
  vatNumber: z.string(),
  /** 'check-digits': the VAT number has a valid form but wrong check digits; it is accepted. */
  vatNumberWarning: z.optional(z.literal('check-digits')),
  contactFirstName: z.string(),
  contactLastName: z.string(),
  invoiceEmail: z.string(),
  phoneNumber: z.string(),
  invoiceAddress,
})
export type BusinessDetails = z.infer<typeof businessDetails>

const businessAccount = z.object({
  /** Changed by the retailer, and by completing the details. */
  status: z.enum(BUSINESS_STATUSES),
  /** Null until they are completed. */
  details: businessDetails.nullable(),
})
export type BusinessAccount = z.infer<typeof businessAccount>

/** Creates the schema of the whole details in a call. */
export const businessDetailsInput = (rules: BusinessDetailsRules) =>
  z.strictObject(businessDetailsFields(rules))
export type BusinessDetailsInput = z.output<ReturnType<typeof businessDetailsInput>>

export const getBusinessDetails = endpoint('GET', 'customers', '/customers/me/business', {
  policy: 'business',
  isNeverStored: true,
  summary: 'Business details and status of the caller (AA-107)',
  answer: businessAccount,
  errors: ['not-found'],
})

export const putBusinessDetails = endpoint('PUT', 'customers', '/customers/me/business', {
  policy: 'business',
  summary:
    'Replaces the business details (AA-107, OP-83); status Default becomes New with it. 409 while the account is blocked',
  body: businessDetailsInput({ country: 'GB', hasInvoiceAddress: true }),
  answer: businessAccount,
  isConditional: true,
  // Another address for invoices receives the business's data.
  stepUp: 'by-body',
  errors: ['not-found', 'conflict'],
})
