import * as contract from '#contract/email-changes.ts'
import type { Context } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { type Caller, route } from '#server/http/route.ts'
import {
  confirmEmailChange,
  emailChangeRulesOf,
  endEmailChange,
  findEmailChange,
  startEmailChange,
} from './email-change.ts'

/** The change of the account's e-mail address (AA-053, AA-054, OP-62). */
export const emailChangeRoutes = [
  route(contract.getEmailChange, async ({ ctx, caller, params, reply }) => {
    requireOwnIdentity(ctx, caller, params)
    reply.header('cache-control', 'no-store')
    return { pending: (await findEmailChange(ctx, caller.accountId)) ?? null }
  }),
  route(
    contract.requestEmailChange,
    async ({ ctx, caller, params, body, origin }) => {
      requireOwnIdentity(ctx, caller, params)
      return startEmailChange(ctx, caller, { ...body, origin })
    },
    async ({ ctx, caller }) => contract.emailChangeBody(await emailChangeRulesOf(ctx, caller)),
  ),
  route(contract.cancelEmailChange, async ({ ctx, caller, params }) => {
    requireOwnIdentity(ctx, caller, params)
    await endEmailChange(ctx, caller.accountId)
  }),
  route(contract.confirmEmailChange, async ({ ctx, caller, params }) => {
    requireOwnIdentity(ctx, caller, params)
    await confirmEmailChange(ctx, caller, params.token)
  }),
]

/**
 * Throws forbidden unless the path names the identity of the token. With an external provider the address is the
 * provider's, so there is nothing to change here: not-found.
 */
function requireOwnIdentity(ctx: Context, { claims }: Caller, path: { idpType: string; idpSub: string }) {
  if (ctx.config.oidc) throw notFound('Change of the e-mail address')
  if (path.idpType !== claims.idpType || path.idpSub !== claims.idpSub)
    throw new Failure('forbidden', 'Another identity than that of the token')
}
