import ssh2, { type AuthContext, type PasswordAuthContext, type PublicKeyAuthContext } from 'ssh2'
import type { Context } from '../../../context.ts'
import { findRow } from '../../../platform/db/rows.ts'
import type { Customer } from '../../customers/index.ts'
import { countAttempt, type RateLimit, refundAttempt } from '../../identity/index.ts'
import { findEntitledCustomer } from '../entitlement.ts'
import { matchPassword } from '../password.ts'
import { type Credential, findAccountOfUserName, type Uses } from '../store.ts'

/**
 * Counts by network address only: passwords cannot be guessed, and a limit per account would let anyone who knows its
 * id lock it. Keys are not counted: clients offer all they have, and a connection costs more than the look-up.
 */
const WRONG_PASSWORDS_PER_IP: RateLimit = { name: 'sftp-from', max: 60, minutes: 15 }

export interface AuthenticatedUser {
  accountId: string
  /** The language of result files. */
  locale: string
  /** The session ends with it. */
  credential: Credential
  /** When and where it was used before. */
  uses: Uses
}

/** A refused attempt; the account is for the log alone. */
export interface Refusal {
  isRefused: true
  accountId: string | undefined
}

const refuse = (customer?: Customer): Refusal => ({ isRefused: true, accountId: customer?.account_id })

/**
 * Authenticates a sign-in attempt. A refusal does not reveal the reason: an unknown account, a wrong password or key, an
 * account that is not entitled to SFTP. 'known-key': the client may sign with this key (RFC 4252, 7). 'too-many' when the
 * network of the address exceeds its rate limit.
 */
export async function authenticate(
  ctx: Context,
  attempt: AuthContext,
  network: string,
): Promise<AuthenticatedUser | Refusal | 'known-key' | 'too-many'> {
  if (attempt.method === 'publickey') return authenticateKey(ctx, attempt)
  if (attempt.method !== 'password') return refuse()
  if ((await countAttempt(ctx, WRONG_PASSWORDS_PER_IP, network)) !== null) return 'too-many'
  const user = await authenticatePassword(ctx, attempt)
  if (!('isRefused' in user)) await refundAttempt(ctx, WRONG_PASSWORDS_PER_IP, network)
  return user
}

async function authenticatePassword(ctx: Context, { username, password }: PasswordAuthContext) {
  if (!isValidUserName(username)) return refuse()
  const customer = await findUser(ctx, username)
  const row = await matchPassword(ctx, customer?.account_id ?? username, password)
  if (!customer || !row) return refuse(customer)
  return createUser(customer, { kind: 'password', hash: row.hash }, row)
}

async function authenticateKey(
  ctx: Context,
  { username, key, signature, blob, hashAlgo }: PublicKeyAuthContext,
) {
  // The library names both RSA with SHA-1 and with SHA-2 'ssh-rsa'; only SHA-2 has a hash (RFC 8332).
  if (!isValidUserName(username) || (key.algo === 'ssh-rsa' && !hashAlgo)) return refuse()
  const customer = await findUser(ctx, username)
  const row =
    customer &&
    (await findRow(ctx.db, 'sftp_keys', {
      account_id: customer.account_id,
      blob: key.data.toString('base64'),
    }))
  if (!customer || !row || row.type !== key.algo) return refuse(customer)
  if (!signature) return 'known-key'
  const publicKey = ssh2.utils.parseKey(`${row.type} ${row.blob}`)
  if (publicKey instanceof Error) throw publicKey
  // An error for a signature that cannot be checked.
  const isVerified: unknown = publicKey.verify(blob!, signature, hashAlgo)
  if (isVerified !== true) return refuse(customer)
  return createUser(customer, { kind: 'key', keyId: row.key_id, name: row.name }, row)
}

const createUser = (customer: Customer, credential: Credential, uses: Uses): AuthenticatedUser => ({
  accountId: customer.account_id,
  locale: customer.locale,
  credential,
  uses,
})

/** Finds the entitled customer with this account id or user name. */
async function findUser(ctx: Context, userName: string): Promise<Customer | undefined> {
  const customer = await findEntitledCustomer(ctx, userName)
  if (customer) return customer
  const accountId = await findAccountOfUserName(ctx.db, userName)
  return accountId === undefined ? undefined : findEntitledCustomer(ctx, accountId)
}

/** Returns whether the database accepts the text as a parameter. */
const isValidUserName = (name: string) => name.length <= 255 && !name.includes('\0')
