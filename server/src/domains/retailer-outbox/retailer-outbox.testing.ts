import type { Context } from '../../context.ts'
import { dispatchDueMessages, LEASE_MS } from './index.ts'

/**
 * Sends the messages that are due by the test's clock; resolves when none is due or being sent, and at once while a job of
 * the server sends them: `idle` waits for that.
 */
export const sendDueMessages = (ctx: Context): Promise<void> =>
  dispatchDueMessages(ctx, new AbortController().signal)

/** The time after which the messages of a dead process are sent by others. */
export const AFTER_LEASE_MS = LEASE_MS + 1
