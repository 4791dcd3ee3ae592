import { z } from 'zod'
import { address } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './scalars.ts'

/** Claims that the page reads from the token (AA-007). */
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
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Business customers only; others are null. */
  status: z.enum(['Default', 'New', 'Active', 'Blocked']).nullable(),
  accountDeleted: z.boolean(),
  /** The address book, the default one first. */
  addresses: z.array(address),
  registrationDate: instant,
})
export type Customer = z.infer<typeof customer>

export const getCustomer = endpoint({
  method: 'GET',
  service: 'customers',
  path: '/customers/me',
  policy: 'customer',
  summary: 'The signed-in customer (AA-109); 404 once the account is deleted',
  answer: customer,
  errors: ['not-found'],
})
