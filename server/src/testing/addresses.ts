import type { AddressInput } from '#contract/addresses.ts'

/** Creates a valid address as input of a call, with changes. */
export function addressForTests(changes: Partial<AddressInput> = {}): AddressInput {
  return {
    firstName: 'Anna',
    lastName: 'Keller',
    street: 'Rosemary Lane',
    streetNumber: '12',
    postalCode: 'BS6 5AD',
    city: 'Bristol',
    countryCode: 'GB',
    phoneNumber: '07700 900142',
    ...changes,
  }
}
