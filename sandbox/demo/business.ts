import type { Context } from '#server/context.ts'
import { findBusinessDetails, listAddresses, saveBusinessDetails } from '#server/domains/customers/index.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'

/** Enters the details of the demo's business unless there are some; its status stays. */
export async function seedDemoBusiness(ctx: Context): Promise<void> {
  const studio = await findDemoCustomer(ctx, DEMO_SIGN_INS[2])
  if (!studio || (await findBusinessDetails(ctx.db, studio.account_id))) return
  const [address] = await listAddresses(ctx.db, studio.account_id)
  if (!address || studio.business_status === 'Blocked') return
  await saveBusinessDetails(ctx, studio.account_id, {
    companyName: 'Lindholm Studio',
    registrationNumber: '09876543',
    vatNumber: 'GB980780684',
    contactFirstName: 'Mira',
    contactLastName: 'Lindholm',
    invoiceEmail: 'accounts@lindholm.example',
    phoneNumber: '0117 496 0123',
    invoiceAddressId: address.address_id,
  })
}
