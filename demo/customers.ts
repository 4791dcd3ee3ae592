import { type Context, change } from '#server/context.ts'
import { findCustomerByEmail, type NewCustomer } from '#server/domains/customers/index.ts'
import { createAccount, hashPassword } from '#server/domains/identity/index.ts'

export const DEMO_PASSWORD = 'photos-for-18-months'

/** E-mail addresses of the demo customers, in the order of the announcement. */
export const DEMO_SIGN_INS = [
  'demo@keepsake.test',
  'friend@keepsake.test',
  'studio@keepsake.test',
  'classic@keepsake.test',
] as const

const DAY = 86_400_000

/** Creates the demo customers that do not exist yet, registered in the past. */
export async function seedDemoCustomers(ctx: Context): Promise<void> {
  for (const { daysAgo, ...customer } of DEMO_CUSTOMERS) {
    if (await findCustomerByEmail(ctx.db, customer.email)) continue
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    const registeredAt = new Date(ctx.clock.now().getTime() - daysAgo * DAY)
    await change(ctx, tx => createAccount(tx, { ...HOME, ...customer, passwordHash, registeredAt }))
  }
}

const HOME = { brandId: 'keepsake-gb', locale: 'en-GB' }

const DEMO_CUSTOMERS: (Pick<NewCustomer, 'firstName' | 'lastName' | 'businessStatus'> & {
  email: (typeof DEMO_SIGN_INS)[number]
  daysAgo: number
})[] = [
  { email: 'demo@keepsake.test', firstName: 'Anna', lastName: 'Keller', daysAgo: 124 },
  { email: 'friend@keepsake.test', firstName: 'Tom', lastName: 'Berg', daysAgo: 41 },
  {
    email: 'studio@keepsake.test',
    firstName: 'Mira',
    lastName: 'Lindholm',
    businessStatus: 'Active',
    daysAgo: 273,
  },
  { email: 'classic@keepsake.test', firstName: 'Ruth', lastName: 'Alder', daysAgo: 2930 },
]
