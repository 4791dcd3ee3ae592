import type { Brand } from '#contract/brands.ts'
import { BUSINESS, type Claims } from '#contract/customers.ts'
import { type Context, change } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { createCustomer, findActiveCustomer } from '../../customers/index.ts'

/** Customers of an external provider begin when it names them for the first time; their id is its subject. */
export async function ensureExternalCustomer(ctx: Context, claims: Claims, brand: Brand): Promise<void> {
  if (await findActiveCustomer(ctx.db, claims.sub)) return
  const created = await change(ctx, tx =>
    createCustomer(tx, {
      id: claims.sub,
      email: claims.email,
      brandId: brand.id,
      locale: brand.locale,
      business: claims.amr.includes(BUSINESS),
      registeredAt: ctx.clock.now(),
    }),
  )
  // Another tab may have been first. Else the id belongs to a deleted account, or the address to another subject.
  if (!created && !(await findActiveCustomer(ctx.db, claims.sub)))
    throw new Failure('bad-request', 'There is no such account')
  if (created) ctx.log.info({ accountId: created, brand: brand.id }, 'customer registered')
}
