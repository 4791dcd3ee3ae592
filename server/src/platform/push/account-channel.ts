import type { LibraryPush } from '#contract/push.ts'
import type { Tx } from '../db/transact.ts'
import type { Push } from './push.ts'

/** The name of the channel between processes. */
const CHANNEL = 'library'

/** The part of the context that the channel needs. */
interface PushContext {
  push: Push
}

/** Sends a message to the open pages of an account when the transaction commits. */
export const publishToAccount = (
  { push }: PushContext,
  tx: Tx,
  accountId: string,
  message: LibraryPush,
): Promise<void> => push.publish(tx, { channel: CHANNEL, accountId, body: message })

/** Calls `send` with every message to the account until the returned function is called. */
export const subscribeToAccount = (
  { push }: PushContext,
  accountId: string,
  send: (message: unknown) => void,
): (() => void) => push.subscribe(CHANNEL, accountId, send)

/** See Push.quietMs. */
export const getQuietMs = ({ push }: PushContext, accountId: string): number =>
  push.quietMs(CHANNEL, accountId)
