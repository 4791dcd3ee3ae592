import type { AuthContext } from 'ssh2'
import type { Context } from '../../../context.ts'
import { countAttempt, type RateLimit, refundAttempt } from '../../identity/index.ts'
import { matchPassword } from '../password.ts'
import { findEntitledCustomer } from '../standing.ts'

/**
 * By network address only: passwords cannot be guessed, and a limit of each account would let anybody who knows its id
 * shut it out.
 */
const WRONG_PASSWORDS_PER_IP: RateLimit = { name: 'sftp-from', most: 60, minutes: 15 }

export interface SignedIn {
  accountId: string
  /** The language of results. */
  locale: string
  /** By which the session began; it ends with it. */
  passwordHash: string
}

/**
 * Decides on an attempt to sign in. 'refused' whatever is wrong: an unknown account, a wrong password, an account that may
 * not use SFTP. 'too-many' when the address has to wait.
 */
export async function authenticate(
  ctx: Context,
  attempt: AuthContext,
  from: string,
): Promise<SignedIn | 'refused' | 'too-many'> {
  if (attempt.method !== 'password') return 'refused'
  if ((await countAttempt(ctx, WRONG_PASSWORDS_PER_IP, from)) !== null) return 'too-many'
  const accountId = attempt.username
  if (!isPossibleId(accountId)) return 'refused'
  const passwordHash = await matchPassword(ctx, accountId, attempt.password)
  const customer = await findEntitledCustomer(ctx, accountId)
  if (passwordHash === null || !customer) return 'refused'
  await refundAttempt(ctx, WRONG_PASSWORDS_PER_IP, from)
  return { accountId, locale: customer.locale, passwordHash }
}

/** A text that a database can be asked for. */
const isPossibleId = (name: string) => name.length <= 255 && !name.includes('\0')
