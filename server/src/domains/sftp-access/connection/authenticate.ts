import type { AuthContext } from 'ssh2'
import type { Context } from '../../../context.ts'
import { countAttempt, type RateLimit, refundAttempt } from '../../identity/index.ts'
import { findEntitledCustomer } from '../entitlement.ts'
import { matchPassword } from '../password.ts'

/**
 * Counts by network address only: passwords cannot be guessed, and a limit per account would let anyone who knows its
 * id lock it.
 */
const WRONG_PASSWORDS_PER_IP: RateLimit = { name: 'sftp-from', max: 60, minutes: 15 }

export interface AuthenticatedUser {
  accountId: string
  /** The language of result files. */
  locale: string
  /** Hash of the password used; the session ends when the password is replaced. */
  passwordHash: string
}

/**
 * Authenticates a sign-in attempt. 'refused' does not reveal the reason: an unknown account, a wrong password, an
 * account that is not entitled to SFTP. 'too-many' when the network of the address exceeds its rate limit.
 */
export async function authenticate(
  ctx: Context,
  attempt: AuthContext,
  network: string,
): Promise<AuthenticatedUser | 'refused' | 'too-many'> {
  if (attempt.method !== 'password') return 'refused'
  if ((await countAttempt(ctx, WRONG_PASSWORDS_PER_IP, network)) !== null) return 'too-many'
  const accountId = attempt.username
  if (!isValidUserName(accountId)) return 'refused'
  const passwordHash = await matchPassword(ctx, accountId, attempt.password)
  const customer = await findEntitledCustomer(ctx, accountId)
  if (passwordHash === null || !customer) return 'refused'
  await refundAttempt(ctx, WRONG_PASSWORDS_PER_IP, network)
  return { accountId, locale: customer.locale, passwordHash }
}

/** Returns whether the database accepts the text as a parameter. */
const isValidUserName = (name: string) => name.length <= 255 && !name.includes('\0')
