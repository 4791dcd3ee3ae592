import type { Context } from '#server/context.ts'
import { type Listener, on } from '#server/platform/events/events.ts'
import { accountClosed } from '../customers/index.ts'
import { accessRevoked } from './events.ts'
import { consumeMailTokensOfAccount } from './mail-links/mail-tokens.ts'
import { endSessions } from './session/sign-out.ts'

/** End the mailed links and sessions of a closed account, and all sessions where access is revoked and none stays. */
export const identityListeners: readonly Listener<Context>[] = [
  on(accountClosed, async (ctx, tx, { accountId }) => {
    await consumeMailTokensOfAccount(ctx, tx, accountId)
    await endSessions(ctx, tx, accountId)
  }),
  on(accessRevoked, async (ctx, tx, { accountId, keepGrantId }) => {
    if (keepGrantId === null) await endSessions(ctx, tx, accountId)
  }),
]
