import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { lockCustomer } from '../customers/index.ts'
import { findPassword, upsertPassword } from './store/passwords.ts'

/** 192 bits: nobody guesses them, and a fast hash is enough. */
const PASSWORD_BYTES = 24

/**
 * Makes the account's password and returns it; the one before ends with its sessions. Throws conflict for a blocked
 * account, not-found for a closed one.
 */
export async function createPassword(ctx: Context, accountId: string): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  await change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    if (!customer || customer.deleted_at) throw notFound('Customer')
    if (customer.business_status === 'Blocked') throw new Failure('conflict', 'The account is blocked')
    await upsertPassword(tx, {
      account_id: accountId,
      hash: hashOf(password).toString('base64url'),
      created_at: ctx.clock.now(),
    })
  })
  return password
}

/** The stored hash that the password fits; null for a wrong one and for an account without. Takes the same time for all. */
export async function matchPassword(
  ctx: Context,
  accountId: string,
  password: string,
): Promise<string | null> {
  const stored = (await findPassword(ctx.db, accountId))?.hash ?? null
  const expected = stored === null ? hashOf(randomBytes(PASSWORD_BYTES)) : Buffer.from(stored, 'base64url')
  const fits = timingSafeEqual(hashOf(password), expected)
  return fits ? stored : null
}

const hashOf = (password: string | Buffer) => createHash('sha256').update(password).digest()
