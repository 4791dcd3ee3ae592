import { z } from 'zod'
import { address } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { CALLBACK_FORMATS, callbackSettings } from './input/callback-settings.ts'
import { type CustomerRules, personalDetails, preferredPayment } from './input/customer.ts'
import { PAYMENT_METHODS } from './input/payment-methods.ts'
import { instant } from './scalars.ts'

/** Claims that the page reads from the token. */
export const claims = z.object({
  sub: z.string(),
  email: z.string(),
  idpType: z.string(),
  idpSub: z.string(),
  amr: z.array(z.string()),
})
export type Claims = z.infer<typeof claims>

/** The amr value that marks a business customer. */
export const BUSINESS = 'b2b'

export const customer = z.object({
  id: z.string(),
  email: z.string(),
  salutation: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** YYYY-MM-DD. */
  dateOfBirth: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** The language of mails, as a locale. */
  language: z.string(),
  paymentMethod: z.string().nullable(),
  /** Whether members of shared albums see where the customer's photos were taken. */
  sharesPositions: z.boolean(),
  /** Business customers only; others are null. */
  status: z.enum(['Default', 'New', 'Active', 'Blocked']).nullable(),
  accountDeleted: z.boolean(),
  /** The address book, the default one first. */
  addresses: z.array(address),
  registrationDate: instant,
  /** Business customers only; others are null. A callback address of null means that there are no callbacks. */
  ftp: z.object({ callbackUrl: z.string().nullable(), callbackFormat: z.enum(CALLBACK_FORMATS) }).nullable(),
})
export type Customer = z.infer<typeof customer>

/** Placeholder rules for the description of the endpoint; the server uses the rules of day, brand and customer. */
const DOCUMENTED_RULES = {
  today: '9999-12-31',
  paymentMethods: PAYMENT_METHODS,
  business: true,
  hasName: false,
}

export interface CustomerRecordRules extends CustomerRules {
  /** Whether the customer may have `ftp`; that of a consumer is not parsed, because it is forbidden. */
  business: boolean
  /** Whether the customer has a name; until then it may be null. */
  hasName: boolean
}

/**
 * Creates the schema of the whole record: every field that can be changed is required, null for no value. The other fields
 * of a customer are ignored, so that a customer can be sent back as it was read.
 */
export function customerRecord(rules: CustomerRecordRules) {
  const { firstName, lastName, ...details } = personalDetails(rules)
  return z.object({
    ...details,
    firstName: rules.hasName ? firstName : z.nullable(firstName),
    lastName: rules.hasName ? lastName : z.nullable(lastName),
    ...preferredPayment(rules),
    // Stays as it is without it: earlier clients do not know it.
    sharesPositions: z.boolean().optional(),
    ftp: rules.business ? z.strictObject(callbackSettings) : z.unknown().optional(),
  })
}

/** Any parts of the record; fields that are left out do not change. */
export const customerPatch = (rules: CustomerRecordRules) =>
  customerRecord(rules)
    .extend({ ftp: rules.business ? z.strictObject(callbackSettings).partial() : z.unknown().optional() })
    .partial()
export type CustomerPatch = z.output<ReturnType<typeof customerPatch>>

export const getCustomer = endpoint('GET', 'customers', '/customers/me', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'The signed-in customer (AA-109); 404 once the account is deleted',
  answer: customer,
  reportsDeletedAccount: true,
})

export const putCustomer = endpoint('PUT', 'customers', '/customers/me', {
  policy: 'customer',
  summary:
    'Replaces the whole record of the customer (AA-110, OP-85); status, id, email and unknown fields are ignored. A new callback address that can never be called: 400 with a reason (CALLBACK_PROBLEMS); the address of callbacks that were ended to protect the account: 409 with the reason turned-off',
  body: customerRecord(DOCUMENTED_RULES),
  answer: customer,
  isConditional: true,
  errors: ['forbidden', 'not-found', 'conflict'],
  stepUp: 'by-body',
})

export const patchCustomer = endpoint('PATCH', 'customers', '/customers/me', {
  policy: 'customer',
  summary:
    'Replaces parts of the record of the customer (AA-110, OP-85); the other parts stay. A new callback address that can never be called: 400 with a reason (CALLBACK_PROBLEMS); the address of callbacks that were ended to protect the account: 409 with the reason turned-off',
  body: customerPatch(DOCUMENTED_RULES),
  answer: customer,
  isConditional: true,
  errors: ['forbidden', 'not-found', 'conflict'],
  stepUp: 'by-body',
})
