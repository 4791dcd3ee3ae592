import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/passkeys.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/http/failure.ts'
import { type Caller, route } from '#server/http/route.ts'
import { getActiveCustomer } from '../../customers/index.ts'
import { describeRequest } from '../security-events/describe-request.ts'
import {
  addPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeysOfAccount,
  type PasskeyOwner,
  renamePasskey,
} from './passkeys.ts'
import { getRelyingParty } from './relying-party.ts'

/** Routes of the caller's passkeys; 404 with an external identity provider, which has its own. */
export const passkeyRoutes = [
  route(contract.listPasskeys, async ({ ctx, caller, request, reply }) => {
    requireOwnProvider(ctx)
    reply.header('cache-control', 'no-store')
    return listPasskeysOfAccount(ctx, getRelyingParty(ctx, request), caller.accountId)
  }),
  route(contract.createPasskeyOptions, async ({ ctx, caller, body, request, reply }) => {
    requireOwnProvider(ctx)
    reply.header('cache-control', 'no-store')
    const { accountId } = caller
    const { email } = await getActiveCustomer(ctx.db, accountId)
    return createPasskeyOptions(ctx, getRelyingParty(ctx, request), { accountId, email, ...body })
  }),
  route(contract.addPasskey, async ({ ctx, caller, body, request, reply }) => {
    requireOwnProvider(ctx)
    reply.header('cache-control', 'no-store')
    return addPasskey(ctx, getRelyingParty(ctx, request), toOwner(caller, request), body)
  }),
  route(contract.renamePasskey, async ({ ctx, caller, params, body }) => {
    requireOwnProvider(ctx)
    await renamePasskey(ctx, caller.accountId, params.id, body.name)
  }),
  route(contract.deletePasskey, async ({ ctx, caller, params, request }) => {
    requireOwnProvider(ctx)
    await deletePasskey(ctx, toOwner(caller, request), params.id)
  }),
]

const toOwner = ({ accountId, grantId }: Caller, request: FastifyRequest): PasskeyOwner => ({
  accountId,
  grantId,
  ...describeRequest(request),
})

function requireOwnProvider({ config }: Context): void {
  if (config.oidc) throw notFound('Passkeys')
}
