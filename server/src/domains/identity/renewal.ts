import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import type { Authority } from './authority.ts'
import { hashOf } from './records.ts'
import { runtimeOf } from './runtime.ts'
import { openSealed, seal } from './sealed.ts'
import { renew, type Tokens } from './tokens.ts'

/** Tokens with the instant they were made at, since a second tab may get them some seconds later. */
export interface Renewed {
  tokens: Tokens
  at: number
}

/** Milliseconds in which the same refresh token gets the same answer again. After them, using it again is theft. */
export const GRACE = 10_000

/**
 * Renews a session once, however many tabs ask for it at the same moment in however many processes: one calls the
 * provider, the others get its answer. A row says who is at it; the answer rests there for the grace period, sealed
 * with a key that only the old refresh token yields.
 */
export function renewOnce(ctx: Context, authority: Authority, refreshToken: string): Promise<Renewed> {
  const { renewals } = runtimeOf(ctx)
  const id = hashOf(`renewal:${refreshToken}`)
  const running = renewals.get(id)
  if (running) return running
  const started = acrossProcesses(ctx, authority, refreshToken, id).finally(() => renewals.delete(id))
  renewals.set(id, started)
  return started
}

/** Answers kept for a second tab must not outlive the session they belong to. */
export async function forgetRenewals(ctx: Context, accountId: string): Promise<void> {
  await ctx.db
    .deleteFrom('oidc_records')
    .where('kind', '=', KIND)
    .where('account_id', '=', accountId)
    .execute()
}

const KIND = 'Renewal'

async function acrossProcesses(
  ctx: Context,
  authority: Authority,
  refreshToken: string,
  id: string,
): Promise<Renewed> {
  const key = createHmac('sha256', ctx.signer.derive('renewal')).update(refreshToken).digest()
  for (let tries = 0; tries < TRIES; tries++) {
    if (await claim(ctx, id)) return ours(ctx, authority, refreshToken, id, key)
    const sealed = await answerOf(ctx, id)
    if (sealed) return JSON.parse(await openSealed(key, sealed))
    await wait(PAUSE)
  }
  throw new Failure('unavailable', 'The session is being renewed', { retryAfterSeconds: 1 })
}

const PAUSE = 50
const TRIES = 100

async function ours(
  ctx: Context,
  authority: Authority,
  refreshToken: string,
  id: string,
  key: Buffer,
): Promise<Renewed> {
  try {
    const renewed = { tokens: await renew(ctx, authority, refreshToken), at: ctx.clock.now().getTime() }
    await ctx.db
      .updateTable('oidc_records')
      .set({
        payload: JSON.stringify({ sealed: await seal(key, JSON.stringify(renewed)) }),
        account_id: renewed.tokens.claims.sub,
        expires_at: new Date(renewed.at + GRACE),
      })
      .where('kind', '=', KIND)
      .where('id', '=', id)
      .execute()
    return renewed
  } catch (error) {
    await ctx.db.deleteFrom('oidc_records').where('kind', '=', KIND).where('id', '=', id).execute()
    throw error
  }
}

/** True for the one who may call the provider; an abandoned or outdated claim can be taken over. */
async function claim(ctx: Context, id: string): Promise<boolean> {
  const now = ctx.clock.now()
  const values = { payload: '{}', expires_at: new Date(now.getTime() + GRACE), account_id: null }
  const claimed = await ctx.db
    .insertInto('oidc_records')
    .values({ kind: KIND, id, ...values })
    .onConflict(oc =>
      oc.columns(['kind', 'id']).doUpdateSet(values).where('oidc_records.expires_at', '<=', now),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

async function answerOf(ctx: Context, id: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('oidc_records')
    .select('payload')
    .where('kind', '=', KIND)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.payload.sealed as string | undefined
}
