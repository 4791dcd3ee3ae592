import { changePassword, passwordBody } from '#contract/password.ts'
import { type Context, change } from '#server/context.ts'
import { notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { getActiveCustomer } from '../../customers/index.ts'
import { accessRevoked } from '../events.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { type AccessAuthor, lockForNewAccess } from '../session/lock-for-new-access.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import {
  PASSWORD_CHANGE_LIMIT,
  requireAttempt,
  resetAttempts,
  WRONG_PASSWORD_LIMIT,
} from '../sign-in/rate-limits.ts'
import { toAttemptSubject } from '../sign-in/sign-in.ts'
import { setPasswordHash } from '../store/credentials.ts'

/** The password of a customer who is signed in . */
export const passwordRoutes = [
  route(
    changePassword,
    call => setNewPassword(call.ctx, call.caller, call.body.password),
    async ({ ctx, caller }) =>
      passwordBody({ presentEmail: (await getActiveCustomer(ctx.db, caller.accountId)).email }),
  ),
]

/**
 * Sets a new password without a mail and, in the same transaction, revokes access as the rules of the domain
 * `security` say; the session of the call stays. The same password again is allowed. Throws not-found with an external
 * identity provider, which has the passwords, too-many-requests, and unauthorized for a session that has ended.
 */
async function setNewPassword(ctx: Context, author: AccessAuthor, password: string): Promise<void> {
  const { accountId, grantId } = author
  if (ctx.config.oidc) throw notFound('Password')
  await requireAttempt(ctx, PASSWORD_CHANGE_LIMIT, accountId, 'Too many new passwords')
  const passwordHash = await hashPassword(password)
  const { vendor, email } = await change(ctx, async tx => {
    const customer = await lockForNewAccess(tx, author)
    await setPasswordHash(tx, accountId, passwordHash, ctx.clock.now())
    // Before the event, whose mail has a link that must stay.
    await ctx.events.emit(tx, accessRevoked, {
      accountId,
      cause: 'password-changed',
      keepGrantId: grantId,
      keepIds: [],
    })
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'password.changed' })
    return customer
  })
  await resetAttempts(ctx, WRONG_PASSWORD_LIMIT, toAttemptSubject(vendor, email))
  ctx.log.info({ accountId }, 'password changed')
}
