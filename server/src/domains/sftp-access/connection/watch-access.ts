import type { Context } from '../../../context.ts'
import { onAccessChange } from '../access-changes.ts'
import { isSessionAllowed } from '../entitlement.ts'
import type { AuthenticatedUser } from './authenticate.ts'

/** Calls `end` when the user may no longer use SFTP, until the returned function is called (NX-347). */
export function watchAccess(
  ctx: Context,
  { accountId, credential }: AuthenticatedUser,
  end: () => void,
): () => void {
  const check = async () => {
    try {
      if (!(await isSessionAllowed(ctx, accountId, credential))) end()
    } catch (error) {
      // The next request of the client checks, too.
      ctx.log.error({ err: error }, 'an SFTP connection was not checked')
    }
  }
  const stop = onAccessChange(ctx, accountId, check)
  // A change while the client signed in was published before.
  void check()
  return stop
}
