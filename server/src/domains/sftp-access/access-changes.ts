import type { Context, Tx } from '../../context.ts'
import { subscribeToAccount } from '../../platform/push/account-channel.ts'

const CHANNEL = 'sftp-access'

/** Makes every process check the account's open connections as soon as the transaction has committed. */
export const publishAccessChange = ({ push }: Context, tx: Tx, accountId: string): Promise<void> =>
  push.publish(tx, { channel: CHANNEL, accountId, body: null })

/**
 * Calls `check` when a password, a key or the right to use SFTP may have ended, until the returned function is called. A
 * message may be lost: requests check, too.
 */
export function onAccessChange(ctx: Context, accountId: string, check: () => void): () => void {
  const unsubscribes = [
    ctx.push.subscribe(CHANNEL, accountId, check),
    // Blocking an account.
    subscribeToAccount(ctx, accountId, message => {
      if ((message as { type?: string } | null)?.type === 'customer-changed') check()
    }),
    ctx.push.onGap(check),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}
