import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Context, change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { lockActiveCustomer } from '../customers/index.ts'
import { findPassword, upsertPassword } from './store/passwords.ts'

/** 192 random bits cannot be guessed, so that a fast hash suffices. */
const PASSWORD_BYTES = 24

/**
 * Creates or replaces the account's password and returns it; sessions of the previous password end. Throws conflict for
 * a blocked account, not-found for a closed one.
 */
export async function createPassword(ctx: Context, accountId: string): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  await change(ctx, async tx => {
    const customer = await lockActiveCustomer(tx, accountId)
    if (customer.business_status === 'Blocked') throw new Failure('conflict', 'The account is blocked')
    await upsertPassword(tx, {
      account_id: accountId,
      hash: hashPassword(password).toString('base64url'),
      created_at: ctx.clock.now(),
    })
  })
  return password
}

/**
 * Returns the stored hash if the password matches it, else null. Takes the same time for an account without a password.
 */
export async function matchPassword(
  ctx: Context,
  accountId: string,
  password: string,
): Promise<string | null> {
  const storedHash = (await findPassword(ctx.db, accountId))?.hash ?? null
  const expected =
    storedHash === null ? hashPassword(randomBytes(PASSWORD_BYTES)) : Buffer.from(storedHash, 'base64url')
  const matches = timingSafeEqual(hashPassword(password), expected)
  return matches ? storedHash : null
}

const hashPassword = (password: string | Buffer) => createHash('sha256').update(password).digest()
