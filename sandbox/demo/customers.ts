import { millisecondsInDay } from 'date-fns/constants'
import { brands, getVendorByBrand } from '#brands/index.ts'
import { type Context, change } from '#server/context.ts'
import { type Customer, findCustomerByEmail, type NewCustomer } from '#server/domains/customers/index.ts'
import { createAccount, hashPassword } from '#server/domains/identity/index.ts'

export const DEMO_PASSWORD = 'photos-for-18-months'

/** E-mail addresses of the demo customers, in the order of the announcement. */
export const DEMO_SIGN_INS = [
  'demo@keepsake.test',
  'friend@keepsake.test',
  'studio@keepsake.test',
  'classic@keepsake.test',
  'pending@keepsake.test',
] as const
export type DemoEmail = (typeof DEMO_SIGN_INS)[number]

/** Creates the demo customers that do not exist yet, registered in the past. */
export async function seedDemoCustomers(ctx: Context): Promise<void> {
  let passwordHash: string | undefined
  for (const { daysAgo, ...customer } of DEMO_CUSTOMERS) {
    if (await findDemoCustomer(ctx, customer.email, customer.brandId)) continue
    // Hashed once for all customers, because hashing is slow by design.
    passwordHash ??= await hashPassword(DEMO_PASSWORD)
    const registeredAt = new Date(ctx.clock.now().getTime() - daysAgo * millisecondsInDay)
    const account = { ...customer, passwordHash, registeredAt }
    await change(ctx, tx => createAccount(tx, account))
  }
}

/** Finds a demo customer of the default brand's vendor, or of the given brand's. */
export function findDemoCustomer(
  { db }: Pick<Context, 'db'>,
  email: DemoEmail,
  brandId: string = HOME.brandId,
): Promise<Customer | undefined> {
  return findCustomerByEmail(db, { vendor: getVendorByBrand(brandId), email })
}

const HOME = { brandId: 'keepsake-gb', locale: 'en-GB' }

type DemoCustomer = Pick<NewCustomer, 'firstName' | 'lastName' | 'businessStatus' | 'brandId' | 'locale'> & {
  email: DemoEmail
  daysAgo: number
}

/** Days before the first start at which the studio registered. */
export const STUDIO_DAYS = 273

const KEEPSAKE_CUSTOMERS: readonly Omit<DemoCustomer, 'brandId' | 'locale'>[] = [
  { email: 'demo@keepsake.test', firstName: 'Anna', lastName: 'Keller', daysAgo: 124 },
  { email: 'friend@keepsake.test', firstName: 'Tom', lastName: 'Berg', daysAgo: 41 },
  {
    email: 'studio@keepsake.test',
    firstName: 'Mira',
    lastName: 'Lindholm',
    businessStatus: 'Active',
    daysAgo: STUDIO_DAYS,
  },
  { email: 'classic@keepsake.test', firstName: 'Ruth', lastName: 'Alder', daysAgo: 2930 },
  // A business whose details are incomplete.
  { email: 'pending@keepsake.test', firstName: 'Paul', businessStatus: 'Default', daysAgo: 33 },
]

/**
 * A brand of each other vendor: an account belongs to one vendor, so consumer and business have another account at each of
 * them, the consumer's with an album's photos and a few orders.
 */
export const OTHER_VENDORS = brands
  .filter(brand => brand.vendor !== getVendorByBrand(HOME.brandId))
  .filter((brand, at, others) => others.findIndex(({ vendor }) => vendor === brand.vendor) === at)

const DEMO_CUSTOMERS: readonly DemoCustomer[] = [
  ...KEEPSAKE_CUSTOMERS.map(customer => ({ ...HOME, ...customer })),
  ...OTHER_VENDORS.flatMap(({ id: brandId, locale }) =>
    [KEEPSAKE_CUSTOMERS[0]!, KEEPSAKE_CUSTOMERS[2]!].map(customer => ({ ...customer, brandId, locale })),
  ),
]
