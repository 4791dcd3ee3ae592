import { randomUUID } from 'node:crypto'
import { millisecondsInDay } from 'date-fns/constants'
import { getEnvironmentByHost } from '#brands/index.ts'
import type { ServiceScope } from '#contract/service-scopes.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import { createMachineToken } from '../../../platform/machine-tokens/machine-tokens.ts'
import {
  endToken,
  insertToken,
  lockTokensOfService,
  type ServiceTokenRow,
  setExpiry,
} from '../store/tokens.ts'

/** What a token allows, and for how long. */
export interface TokenTerms {
  /** Null: all. */
  vendors: string[] | null
  /** Null: all. */
  scopes: ServiceScope[] | null
  days: number
}

/** A token that was just created; the only moment at which its secret is known. */
export interface CreatedToken {
  token: string
  row: ServiceTokenRow
}

/** Creates the first token of a service; null while the service has a valid one, which is replaced instead. */
export function createServiceToken(
  ctx: Context,
  name: string,
  terms: TokenTerms,
): Promise<CreatedToken | null> {
  return change(ctx, async tx => {
    const validTokens = await lockTokensOfService(tx, name, ctx.clock.now())
    return validTokens.length > 0 ? null : storeToken(ctx, tx, name, terms)
  })
}

/**
 * Creates a token with the vendors, scopes and days of the service's newest one; the others end after the overlap, or at
 * their own end if that is earlier. Null for a service without a valid token.
 */
export function replaceServiceToken(
  ctx: Context,
  name: string,
  overlapMs: number,
): Promise<CreatedToken | null> {
  return change(ctx, async tx => {
    const now = ctx.clock.now()
    const validTokens = await lockTokensOfService(tx, name, now)
    const [newestToken] = validTokens
    if (!newestToken) return null
    const overlapEnd = new Date(now.getTime() + overlapMs)
    for (const { token_id, expires_at } of validTokens)
      if (overlapEnd < expires_at) await setExpiry(tx, token_id, overlapEnd)
    return storeToken(ctx, tx, name, newestToken)
  })
}

/** Ends a token at once; undefined for an unknown or ended one. */
export const endServiceToken = (ctx: Context, tokenId: string): Promise<ServiceTokenRow | undefined> =>
  change(ctx, tx => endToken(tx, tokenId, ctx.clock.now()))

async function storeToken(ctx: Context, tx: Tx, name: string, terms: TokenTerms): Promise<CreatedToken> {
  const { vendors, scopes, days } = terms
  const { token, hash, hint } = createMachineToken('kss', isProduction(ctx) ? 'live' : 'test')
  const now = ctx.clock.now()
  const row: ServiceTokenRow = {
    token_id: randomUUID(),
    name,
    token_hash: hash,
    hint,
    vendors,
    scopes,
    days,
    created_at: now,
    expires_at: new Date(now.getTime() + days * millisecondsInDay),
    ended_at: null,
    last_used_at: null,
    warned_days: null,
  }
  await insertToken(tx, row)
  return { token, row }
}

const isProduction = ({ config }: Context) =>
  config.publicOrigin !== null && getEnvironmentByHost(new URL(config.publicOrigin).host) === 'production'
