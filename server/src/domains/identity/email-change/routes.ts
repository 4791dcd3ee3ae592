import * as contract from '#contract/email-changes.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/http/failure.ts'
import { type Caller, route } from '#server/http/route.ts'
import { requireOwnIdentity } from '../own-identity.ts'
import { isTrustedPasskeyUsed } from '../passkeys/trusted-passkey-use.ts'
import { describeRequest } from '../security-events/describe-request.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  findEmailChange,
  getEmailChangeRules,
  startEmailChange,
} from './email-change.ts'

/** Routes to change the account's e-mail address. */
export const emailChangeRoutes = [
  route(contract.getEmailChange, async ({ ctx, caller, params, reply }) => {
    requireOwnEmail(ctx, caller, params)
    reply.header('cache-control', 'no-store')
    return {
      pending: (await findEmailChange(ctx, caller.accountId)) ?? null,
      trustedPasskeyUsed: await isTrustedPasskeyUsed(ctx, ctx.db, caller),
    }
  }),
  route(
    contract.requestEmailChange,
    async ({ ctx, caller, params, body, request }) => {
      requireOwnEmail(ctx, caller, params)
      return startEmailChange(ctx, caller, body, describeRequest(request))
    },
    async ({ ctx, caller }) => contract.emailChangeBody(await getEmailChangeRules(ctx, caller)),
  ),
  route(contract.cancelEmailChange, async ({ ctx, caller, params }) => {
    requireOwnEmail(ctx, caller, params)
    await cancelEmailChange(ctx, caller.accountId)
  }),
  route(contract.confirmEmailChange, async ({ ctx, caller, params: { token, ...identity }, request }) => {
    requireOwnEmail(ctx, caller, identity)
    await confirmEmailChange(ctx, caller, token, describeRequest(request))
  }),
]

/** Throws not-found if an external identity provider manages the address, and forbidden for another caller's identity. */
function requireOwnEmail(ctx: Context, caller: Caller, path: { idpType: string; idpSub: string }): void {
  if (ctx.config.oidc) throw notFound('Change of the e-mail address')
  requireOwnIdentity(caller, path)
}
