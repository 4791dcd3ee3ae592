import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { decrypt, encrypt } from '../encryption.ts'
import { hashOf } from '../hash.ts'
import { perContext } from '../per-context.ts'
import {
  claimRecord,
  deleteRecord,
  deleteRecordsOfKind,
  findRecord,
  updateRecord,
} from '../store/oidc-records.ts'
import type { Authority } from './authority.ts'
import { refreshTokens, type Tokens } from './tokens.ts'

/** Tokens with the instant they were made at, since a second tab may get them some seconds later. */
export interface RefreshedTokens {
  tokens: Tokens
  at: number
}

/** Milliseconds in which the same refresh token gets the same answer again. After them, using it again is theft. */
export const REUSE_LEEWAY_MS = 10_000

/**
 * Renews a session once, however many tabs ask for it at the same moment in however many processes: one calls the
 * provider, the others get its answer. A row says who is at it; the answer rests there for the grace period, sealed
 * with a key that only the old refresh token yields.
 */
export function refreshTokensOnce(
  ctx: Context,
  authority: Authority,
  refreshToken: string,
): Promise<RefreshedTokens> {
  const running = renewals(ctx)
  const id = hashOf(`renewal:${refreshToken}`)
  const known = running.get(id)
  if (known) return known
  const started = acrossProcesses(ctx, authority, refreshToken, id).finally(() => running.delete(id))
  running.set(id, started)
  return started
}

/** Renewals that are under way in this process, by hash of the refresh token. */
const renewals = perContext(() => new Map<string, Promise<RefreshedTokens>>())

/** Answers kept for a second tab must not outlive the session they belong to. */
export async function deleteStoredRefreshes(ctx: Context, accountId: string): Promise<void> {
  await deleteRecordsOfKind(ctx.db, KIND, accountId)
}

const KIND = 'Renewal'

async function acrossProcesses(
  ctx: Context,
  authority: Authority,
  refreshToken: string,
  id: string,
): Promise<RefreshedTokens> {
  const key = createHmac('sha256', ctx.signer.derive('renewal')).update(refreshToken).digest()
  for (let tries = 0; tries < TRIES; tries++) {
    if (await claim(ctx, id)) return ours(ctx, authority, refreshToken, id, key)
    const sealed = await answerOf(ctx, id)
    if (sealed) return JSON.parse(await decrypt(key, sealed))
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
): Promise<RefreshedTokens> {
  try {
    const renewed = {
      tokens: await refreshTokens(ctx, authority, refreshToken),
      at: ctx.clock.now().getTime(),
    }
    await updateRecord(
      ctx.db,
      { kind: KIND, id },
      {
        payload: JSON.stringify({ sealed: await encrypt(key, JSON.stringify(renewed)) }),
        account_id: renewed.tokens.claims.sub,
        expires_at: new Date(renewed.at + REUSE_LEEWAY_MS),
      },
    )
    return renewed
  } catch (error) {
    await deleteRecord(ctx.db, { kind: KIND, id })
    throw error
  }
}

/** True for the one who may call the provider; an abandoned or outdated claim can be taken over. */
function claim(ctx: Context, id: string): Promise<boolean> {
  const now = ctx.clock.now()
  const expires_at = new Date(now.getTime() + REUSE_LEEWAY_MS)
  return claimRecord(ctx.db, { kind: KIND, id, payload: '{}', expires_at, account_id: null }, now)
}

async function answerOf(ctx: Context, id: string): Promise<string | undefined> {
  return (await findRecord(ctx.db, { kind: KIND, id }))?.payload.sealed as string | undefined
}
