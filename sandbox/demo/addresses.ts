import type { AddressInput } from '#contract/addresses.ts'
import type { Context } from '#server/context.ts'
import { addToAddressBook, listAddresses } from '#server/domains/customers/index.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { isStepDone, markStepDone } from './marks.ts'

/** Addresses of the demo's consumer in two countries, the default one first. */
export const DEMO_ADDRESSES: readonly AddressInput[] = [
  {
    firstName: 'Anna',
    lastName: 'Keller',
    street: 'Rosemary Lane',
    streetNumber: '12',
    postalCode: 'BS6 5AD',
    city: 'Bristol',
    countryCode: 'GB',
    phoneNumber: '07700 900142',
  },
  {
    firstName: 'Anna',
    lastName: 'Keller, c/o Tom Whitfield',
    street: 'Alma Vale Road',
    streetNumber: 'Flat 3, 48',
    postalCode: 'BS8 2HS',
    city: 'Bristol',
    countryCode: 'GB',
    phoneNumber: '07700 900142',
  },
  {
    firstName: 'Jonas',
    lastName: 'Keller',
    street: 'Kastanienallee',
    streetNumber: '26',
    streetNumberAddition: 'Hinterhaus',
    postalCode: '10435',
    city: 'Berlin',
    countryCode: 'DE',
    phoneNumber: '+49 30 901820',
  },
]

export const STUDIO_ADDRESS: AddressInput = {
  firstName: 'Mira',
  lastName: 'Lindholm',
  companyName: 'Lindholm Studio',
  street: 'Paintworks',
  streetNumber: 'Unit 7',
  postalCode: 'BS4 3EH',
  city: 'Bristol',
  countryCode: 'GB',
  phoneNumber: '0117 496 0123',
}

/**
 * Fills the address books of the demo's consumer and business once: later starts change nothing, even if they were
 * deleted. Resumes after an interrupted start.
 */
export async function seedDemoAddresses(ctx: Context): Promise<void> {
  if (isStepDone(ctx, 'addresses')) return
  const books = [
    { email: DEMO_SIGN_INS[0], addresses: DEMO_ADDRESSES },
    { email: DEMO_SIGN_INS[2], addresses: [STUDIO_ADDRESS] },
  ]
  for (const { email, addresses } of books) {
    const customer = await findDemoCustomer(ctx, email)
    if (!customer) continue
    const stored = await listAddresses(ctx.db, customer.account_id)
    for (const address of addresses)
      if (!stored.some(each => each.street === address.street))
        await addToAddressBook(ctx, customer.account_id, address)
  }
  await markStepDone(ctx, 'addresses')
}
