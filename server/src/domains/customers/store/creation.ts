import { randomUUID } from 'node:crypto'
import { getVendorByBrand } from '#brands/index.ts'
import type { BusinessStatus } from '#contract/business-details.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import type { Tx } from '#server/context.ts'
import { insertMissingRow } from '../../../platform/db/rows.ts'
import { deleteDirectoryEntry, insertDirectoryEntry } from '../directory/store.ts'

export interface NewCustomer {
  /** An external provider's subject; a random id when left out. */
  id?: string
  email: string
  brandId: string
  locale: string
  registeredAt: Date
  firstName?: string
  lastName?: string
  business?: boolean
  /** Implies a business customer; 'Default' for a business customer if left out. */
  businessStatus?: BusinessStatus
}

/** Creates a customer of the brand's vendor; null when the address is taken there, or the given id anywhere. */
export async function createCustomer(
  tx: Pick<Tx, 'db'>,
  { id = randomUUID(), business = false, ...customer }: NewCustomer,
): Promise<string | null> {
  const email = normalizeEmail(customer.email)
  const vendor = getVendorByBrand(customer.brandId)
  const isBusiness = business || customer.businessStatus !== undefined
  if (!(await insertDirectoryEntry(tx, { account_id: id, vendor, email, business: isBusiness }))) return null
  const isCreated = await insertMissingRow(tx.db, 'customers', {
    account_id: id,
    email,
    first_name: customer.firstName ?? null,
    last_name: customer.lastName ?? null,
    business: isBusiness,
    business_status: customer.businessStatus ?? (business ? 'Default' : null),
    brand_id: customer.brandId,
    vendor,
    locale: customer.locale,
    registered_at: customer.registeredAt,
  })
  if (isCreated) return id
  await deleteDirectoryEntry(tx, id)
  return null
}
