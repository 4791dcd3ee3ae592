import { z } from 'zod'
import { country } from './brands.ts'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { type AddressRuleOptions, addressFields, createAddressChecks } from './input/address/address.ts'

/** An address of the caller's address book. Fields that were left empty are absent. */
export const address = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.optional(z.string()),
  street: z.string(),
  streetNumber: z.optional(z.string()),
  streetNumberAddition: z.optional(z.string()),
  postalCode: z.optional(z.string()),
  city: z.string(),
  countryCode: country,
  phoneNumber: z.string(),
  /** True for exactly one of the address book's addresses. */
  isDefault: z.boolean(),
})
export type Address = z.infer<typeof address>

/** Maximum number of addresses of an address book. */
export const ADDRESSES_MAX = 50

/** Creates the schema of the whole address in a call; `isDefault: true` makes it the default one. */
export const addressInput = (rules?: AddressRuleOptions) =>
  z.object({ ...addressFields, isDefault: z.optional(z.boolean()) }).check(...createAddressChecks(rules))
export type AddressInput = z.output<ReturnType<typeof addressInput>>

export const getAddresses = endpoint('GET', 'customers', '/customers/me/addresses', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'The caller’s address book, the default one first, then the newest first (AA-102)',
  answer: z.object({ addresses: z.array(address) }),
})

export const createAddress = endpoint('POST', 'customers', '/customers/me/addresses', {
  policy: 'customer',
  summary: 'Adds an address (AA-102); the first one becomes the default. 409 when the address book is full',
  body: addressInput(),
  answer: address,
  status: 201,
  errors: ['conflict'],
})

export const updateAddress = endpoint('PUT', 'customers', '/customers/me/addresses/:id', {
  policy: 'customer',
  summary: 'Replaces an address (AA-102). The default one stays the default until another becomes it',
  params: z.object({ id: idInput }),
  body: addressInput(),
  answer: address,
  isConditional: true,
  errors: ['not-found'],
})

export const deleteAddress = endpoint('DELETE', 'customers', '/customers/me/addresses/:id', {
  policy: 'customer',
  summary: 'Deletes an address (AA-102); after the default one the newest becomes the default',
  params: z.object({ id: idInput }),
  errors: ['not-found'],
})
