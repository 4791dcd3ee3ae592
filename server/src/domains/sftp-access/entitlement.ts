import type { Brand } from '#contract/brands.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { findRow } from '../../platform/db/rows.ts'
import { getBrandById } from '../brands/index.ts'
import { type Customer, findActiveCustomer } from '../customers/index.ts'
import { type Credential, findPassword } from './store.ts'

/** Finds the SFTP address of the customer's brand; undefined if the brand or this installation has no SFTP. */
export function findSftpAddress(ctx: Context, { brand_id }: Pick<Customer, 'brand_id'>): Brand['sftp'] {
  const { sftp } = getBrandById(brand_id)
  if (!sftp || !ctx.config.sftp) return undefined
  // The brands' host names do not resolve on a developer's machine.
  return ctx.config.publicOrigin ? sftp : { host: 'localhost', port: ctx.config.sftp.port }
}

/** Throws conflict for a blocked account, which gets no new access. */
export function requireUnblocked({ business_status }: Pick<Customer, 'business_status'>): void {
  if (business_status === 'Blocked')
    throw new Failure('conflict', 'The account is blocked', { reason: 'account-blocked' })
}

/** Finds the customer if entitled to SFTP: a business of a brand with SFTP that is neither closed nor blocked. */
export async function findEntitledCustomer(ctx: Context, accountId: string): Promise<Customer | undefined> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer?.business || customer.business_status === 'Blocked' || !findSftpAddress(ctx, customer))
    return undefined
  return customer
}

/** Returns whether a session that was started with this password or key may continue. */
export async function isSessionAllowed(
  ctx: Context,
  accountId: string,
  credential: Credential,
): Promise<boolean> {
  const isInForce =
    credential.kind === 'key'
      ? (await findRow(ctx.db, 'sftp_keys', { account_id: accountId, key_id: credential.keyId })) !==
        undefined
      : (await findPassword(ctx.db, accountId))?.hash === credential.hash
  return isInForce && (await findEntitledCustomer(ctx, accountId)) !== undefined
}
