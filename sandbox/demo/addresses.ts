import { addressInput } from '#contract/addresses.ts'
import { addToAddressBook } from '#server/domains/customers/addresses/addresses.ts'
import { listAddresses } from '#server/domains/customers/addresses/store.ts'
import { saveBusinessDetails } from '#server/domains/customers/business/details.ts'
import { findBusinessDetails } from '#server/domains/customers/index.ts'
import addresses from './addresses.json' with { type: 'json' }
import { createStep } from './steps.ts'

/** Addresses of the demo's consumer in two countries, the default one first. */
export const DEMO_ADDRESSES = addressInput().array().parse(addresses.consumer)

/** Where the consumer's accounts at the other vendors have their orders delivered, one in the country of each account's brand. */
export const OTHER_VENDORS_ADDRESSES = addressInput().array().parse(addresses.otherVendors)

export const STUDIO_ADDRESS = addressInput().parse(addresses.studio)

/**
 * Fills the address books of the demo's consumer and business, and enters the details of the business, once: later starts
 * change nothing, even if they were deleted. Resumes after an interrupted start.
 */
export const seedDemoAddresses = createStep(
  'addresses',
  ['demo@keepsake.test', 'studio@keepsake.test'],
  async (ctx, { account_id: accountId, business }) => {
    const stored = await listAddresses(ctx.db, accountId)
    for (const address of business ? [STUDIO_ADDRESS] : DEMO_ADDRESSES)
      if (!stored.some(each => each.street === address.street))
        await addToAddressBook(ctx, accountId, address)
    if (!business || (await findBusinessDetails(ctx.db, accountId))) return true
    const [address] = await listAddresses(ctx.db, accountId)
    const details = { ...addresses.business, invoiceAddressId: address!.address_id }
    await saveBusinessDetails(ctx, accountId, details)
    return true
  },
)
