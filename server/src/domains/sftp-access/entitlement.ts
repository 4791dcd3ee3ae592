import type { Brand } from '#contract/brands.ts'
import type { Context } from '../../context.ts'
import { brandById } from '../brands/index.ts'
import { type Customer, findActiveCustomer } from '../customers/index.ts'
import { findPassword } from './store/passwords.ts'

/** The address of the brand's access; undefined where the brand or this installation has none. */
export function addressOf(ctx: Context, { brand_id }: Pick<Customer, 'brand_id'>): Brand['sftp'] {
  const { sftp } = brandById(brand_id)
  if (!sftp || !ctx.config.sftp) return undefined
  // On a developer's machine no name of a brand resolves.
  return ctx.config.publicOrigin ? sftp : { host: 'localhost', port: ctx.config.sftp.port }
}

/** The customer, if the account may use SFTP: a business of such a brand that is neither closed nor blocked. */
export async function findEntitledCustomer(ctx: Context, accountId: string): Promise<Customer | undefined> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer?.business || customer.business_status === 'Blocked' || !addressOf(ctx, customer))
    return undefined
  return customer
}

/** Whether a session that began with this password may go on. */
export async function mayContinue(ctx: Context, accountId: string, passwordHash: string): Promise<boolean> {
  const password = await findPassword(ctx.db, accountId)
  return password?.hash === passwordHash && (await findEntitledCustomer(ctx, accountId)) !== undefined
}
