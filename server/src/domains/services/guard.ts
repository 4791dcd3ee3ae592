import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { readBearerToken } from '../../http/bearer-token.ts'
import { Failure } from '../../http/failure.ts'
import type { Guard, ServiceCaller } from '../../http/route.ts'
import { findConfiguredService } from '../../http/service-tokens.ts'
import { hashMachineToken, isMachineToken } from '../../platform/machine-tokens/machine-tokens.ts'
import { findValidToken } from './store/tokens.ts'

/**
 * Lets calls of the retailer's services pass whose token has the endpoint's scope (NX-356). Tokens of SERVICE_TOKENS, which
 * tests and demos have, are for all scopes and vendors.
 */
export const serviceGuard: Guard = async (ctx, request) => {
  request.service = await findService(ctx, request)
  if (!request.service) throw new Failure('unauthorized', 'A valid service token is needed')
  const { scopes } = request.service
  const { endpoint } = request.routeOptions.config
  const scope = endpoint?.serviceScope
  if (scopes !== null && !(scope && scopes.includes(scope)))
    throw new Failure('insufficient-scope', `The token lacks the scope ${scope}`)
}

async function findService(ctx: Context, request: FastifyRequest): Promise<ServiceCaller | null> {
  const token = readBearerToken(request)
  if (token === null) return null
  if (isMachineToken('kss', token)) {
    const row = await findValidToken(ctx.db, hashMachineToken(token), ctx.clock.now())
    if (row) {
      const { name, token_id: tokenId, vendors, scopes } = row
      return { name, tokenId, vendors, scopes }
    }
  }
  const name = findConfiguredService(ctx.config, request)
  return name === null ? null : { name, tokenId: null, vendors: null, scopes: null }
}
