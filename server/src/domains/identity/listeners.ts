import type { Context } from '#server/context.ts'
import { type Listener, on } from '#server/platform/events/events.ts'
import { accountClosed } from '../customers/index.ts'
import { consumeMailTokensOfAccount } from './mail-links/mail-tokens.ts'
import { endSessions } from './session/sign-out.ts'

/** End the mailed links and sessions of a closed account. */
export const identityListeners: readonly Listener<Context>[] = [
  on(accountClosed, async (ctx, tx, { accountId }) => {
    await consumeMailTokensOfAccount(ctx, tx, accountId)
    await endSessions(ctx, tx, accountId)
  }),
]
