import type { Brand } from '#contract/brands.ts'
import { BUSINESS, type Claims } from '#contract/customers.ts'
import { type Context, change } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { createCustomer, findActiveCustomer } from '../../customers/index.ts'

/**
 * Creates the customer of an external provider at the first sign-in; the account id is the provider's subject. Throws
 * bad-request when the account is deleted or another vendor's, or the address belongs to another subject.
 */
export async function ensureExternalCustomer(ctx: Context, claims: Claims, brand: Brand): Promise<void> {
  const existingCustomer = await findActiveCustomer(ctx.db, claims.sub)
  if (existingCustomer && existingCustomer.vendor !== brand.vendor)
    throw new Failure('bad-request', 'The account belongs to another vendor')
  if (existingCustomer) return
  const accountId = await change(ctx, tx =>
    createCustomer(tx, {
      id: claims.sub,
      email: claims.email,
      brandId: brand.id,
      locale: brand.locale,
      business: claims.amr.includes(BUSINESS),
      registeredAt: ctx.clock.now(),
    }),
  )
  // Unless a concurrent request has created it, the id is a deleted account's, or the address is another subject's.
  if (!accountId && !(await findActiveCustomer(ctx.db, claims.sub)))
    throw new Failure('bad-request', 'There is no such account')
  if (accountId) ctx.log.info({ accountId: accountId, brand: brand.id }, 'customer registered')
}
