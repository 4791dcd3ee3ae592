import type { Context, Tx } from '../../context.ts'
import type { Customer } from '../customers/index.ts'
import { encryptSecret, generateSecret, hintOf } from './secret.ts'
import { type CallbacksRow, insertCallbacks, lockCallbacks, updateCallbacks } from './store/callbacks.ts'
import { giveUpEvents } from './turn-off.ts'

/**
 * Follows the address in the customer's record: an address turns callbacks on, also those that were turned off because
 * they failed; without one they are off, and what waits is given up.
 */
export async function onCallbackAddressChanged(
  ctx: Context,
  tx: Tx,
  { accountId, callbackUrl }: { accountId: string; callbackUrl: string | null },
): Promise<void> {
  const { state } = await getOrCreateCallbacks(ctx, tx, accountId)
  if (callbackUrl === null) {
    await updateCallbacks(tx, accountId, { state: 'off', off_reason: null, off_at: null })
    await giveUpEvents(ctx, tx, accountId)
  } else if (state === 'off')
    await updateCallbacks(tx, accountId, { state: 'on', off_reason: null, off_at: null, failing_since: null })
}

/** The account's row, locked; created with a secret that nobody has seen, so that everything sent is signed. */
async function getOrCreateCallbacks(ctx: Context, tx: Tx, accountId: string): Promise<CallbacksRow> {
  const stored = await lockCallbacks(tx, accountId)
  if (stored) return stored
  const secret = generateSecret()
  await insertCallbacks(tx, {
    account_id: accountId,
    state: 'on',
    secret: await encryptSecret(ctx, secret),
    secret_hint: hintOf(secret),
    secret_created_at: ctx.clock.now(),
    secret_shown: false,
  })
  return (await lockCallbacks(tx, accountId))!
}

/** The endpoint of a business that has entered an address, on or off, locked; undefined without an address. */
export async function findEndpoint(
  ctx: Context,
  tx: Tx,
  customer: Pick<Customer, 'account_id' | 'business' | 'callback_url'>,
): Promise<CallbacksRow | undefined> {
  if (!customer.business || customer.callback_url === null) return undefined
  return getOrCreateCallbacks(ctx, tx, customer.account_id)
}
