import type { Context, Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { type Customer, lockCustomer } from '../customers/index.ts'
import { findAddressProblem } from './delivery/target.ts'
import { failWaitingEvents } from './disable-endpoint.ts'
import { encryptSecret, generateSecret, getSecretHint } from './secret.ts'
import { type CallbacksRow, insertCallbacks, lockCallbacks, updateCallbacks } from './store/callbacks.ts'

/**
 * Applies a saved callback address of a customer: an address enables the endpoint, also one that was disabled
 * because it failed; without one the endpoint is disabled and its waiting events fail. Throws bad-request, with the
 * problem as its reason, for a new address that can never be called.
 */
export async function onCallbackAddressChanged(
  ctx: Context,
  tx: Tx,
  {
    accountId,
    callbackUrl,
    previousUrl,
  }: { accountId: string; callbackUrl: string | null; previousUrl: string | null },
): Promise<void> {
  if (callbackUrl !== null && callbackUrl !== previousUrl) await requireCallableAddress(ctx, tx, accountId)
  const { state } = await getOrCreateCallbacks(ctx, tx, accountId)
  if (callbackUrl === null) {
    await updateCallbacks(tx, accountId, { state: 'off', off_reason: null, off_at: null })
    await failWaitingEvents(ctx, tx, accountId)
  } else if (state === 'off')
    await updateCallbacks(tx, accountId, { state: 'on', off_reason: null, off_at: null, failing_since: null })
}

async function requireCallableAddress(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const customer = await lockCustomer(tx, accountId)
  const problem = customer && findAddressProblem(ctx, customer)
  if (!problem) return
  throw new Failure('bad-request', `The callback address can never be called: ${problem}`, {
    fields: { 'ftp.callbackUrl': 'not-valid' },
    reason: problem,
  })
}

/** Locks the account's row, or inserts one with a secret that was never shown, so that all requests are signed. */
async function getOrCreateCallbacks(ctx: Context, tx: Tx, accountId: string): Promise<CallbacksRow> {
  const storedCallbacks = await lockCallbacks(tx, accountId)
  if (storedCallbacks) return storedCallbacks
  const secret = generateSecret()
  await insertCallbacks(tx, {
    account_id: accountId,
    state: 'on',
    secret: await encryptSecret(ctx, secret),
    secret_hint: getSecretHint(secret),
    secret_created_at: ctx.clock.now(),
    secret_shown: false,
  })
  return (await lockCallbacks(tx, accountId))!
}

/**
 * Finds and locks the endpoint of a business that has entered an address, enabled or not; undefined without an
 * address.
 */
export async function findEndpoint(
  ctx: Context,
  tx: Tx,
  customer: Pick<Customer, 'account_id' | 'business' | 'callback_url'>,
): Promise<CallbacksRow | undefined> {
  if (!customer.business || customer.callback_url === null) return undefined
  return getOrCreateCallbacks(ctx, tx, customer.account_id)
}
