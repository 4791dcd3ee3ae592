import * as z from 'zod/mini'
import { LOCALES } from '../brands.ts'
import { phoneNumber } from './phone-number.ts'
import { plainNameText } from './text.ts'

export const SALUTATIONS = ['Ms', 'Mr'] as const

export const PERSON_NAME_MAX = 50

/** Context of the rules, besides the value. */
export interface CustomerRules {
  /** The day in the brand's time zone, YYYY-MM-DD: a birth is before it. */
  today: string
  /** Payment methods that the brand offers. */
  paymentMethods: readonly string[]
}

/** Creates the schemas of the personal details of a customer; null for no value. */
export const personalDetails = ({ today }: Pick<CustomerRules, 'today'>) => ({
  salutation: z.nullable(z.enum(SALUTATIONS)),
  firstName: personName,
  lastName: personName,
  dateOfBirth: z.nullable(createBirthdayInput(today)),
  phoneNumber: z.nullable(phoneNumber),
  language: z.enum(LOCALES),
})

/** Creates the schema of the preferred payment method; null for no preference. */
export const preferredPayment = ({ paymentMethods }: Pick<CustomerRules, 'paymentMethods'>) => ({
  paymentMethod: z.nullable(z.string().check(z.refine(method => paymentMethods.includes(method)))),
})

const personName = plainNameText({ max: PERSON_NAME_MAX })

/** A calendar day before `today`, and after 1900 so that a half-typed year is refused. */
const createBirthdayInput = (today: string) =>
  z.iso.date().check(z.refine(day => day >= '1900' && day < today))
