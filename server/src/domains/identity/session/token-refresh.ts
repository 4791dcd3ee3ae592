import { setTimeout as wait } from 'node:timers/promises'
import { type Context, memoizePerContext, type Reader } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { decrypt, encrypt } from '#server/platform/signing/encryption.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { hashSecret } from '../hash.ts'
import { claimRecord, deleteRecord, findRecord, updateRecord } from '../store/oidc-records.ts'
import type { Authority } from './authority.ts'
import { readGrantId, refreshTokens, type Tokens } from './tokens.ts'

/** Tokens with the instant of the refresh, because another tab may receive them some seconds later. */
export interface RefreshedTokens {
  tokens: Tokens
  at: number
}

/** Milliseconds in which reusing a refresh token returns the same tokens. The provider treats later reuse as theft. */
export const REUSE_LEEWAY_MS = 10_000

/**
 * Refreshes a session once for concurrent requests of several tabs and processes: one process calls the provider, the
 * others return its result. A row is the claim; it stores the result for the reuse leeway, encrypted with a key derived
 * from the old refresh token. Throws unavailable when the other process takes too long.
 */
export function refreshTokensOnce(
  ctx: Context,
  authority: Authority,
  refreshToken: string,
): Promise<RefreshedTokens> {
  const inProgress = getRefreshesInProgress(ctx)
  // Includes the issuer, so that another vendor's host does not receive the stored result.
  const id = hashSecret(`renewal:${authority.server.issuer}:${refreshToken}`)
  const runningRefresh = inProgress.get(id)
  if (runningRefresh) return runningRefresh
  const refresh = refreshAcrossProcesses(ctx, authority, refreshToken, id).finally(() =>
    inProgress.delete(id),
  )
  inProgress.set(id, refresh)
  return refresh
}

/** Refreshes in progress in this process, by hash of the refresh token. */
const getRefreshesInProgress = memoizePerContext(() => new Map<string, Promise<RefreshedTokens>>())

/** Deletes the results stored for other tabs, which must not outlive their session at an external provider. */
export async function deleteStoredRefreshes(db: Reader, accountId: string): Promise<void> {
  await deleteRows(db, 'oidc_records', { kind: KIND, account_id: accountId })
}

const KIND = 'Renewal'

async function refreshAcrossProcesses(
  ctx: Context,
  authority: Authority,
  refreshToken: string,
  id: string,
): Promise<RefreshedTokens> {
  const keys = ctx.signer.macs('renewal', refreshToken)
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (await claimRefresh(ctx, id)) return refreshAndStore(ctx, authority, refreshToken, id, keys[0]!)
    const encryptedResult = await findEncryptedResult(ctx, id)
    if (encryptedResult) return JSON.parse(await decrypt(keys, encryptedResult))
    await wait(POLL_INTERVAL_MS)
  }
  throw new Failure('unavailable', 'The session is being renewed', { retryAfterSeconds: 1 })
}

const POLL_INTERVAL_MS = 50
const MAX_TRIES = 100

async function refreshAndStore(
  ctx: Context,
  authority: Authority,
  refreshToken: string,
  id: string,
  key: Buffer,
): Promise<RefreshedTokens> {
  try {
    const refreshedTokens = {
      tokens: await refreshTokens(ctx, authority, refreshToken),
      at: ctx.clock.now().getTime(),
    }
    await updateRecord(
      ctx.db,
      { kind: KIND, id },
      {
        payload: JSON.stringify({ sealed: await encrypt(key, JSON.stringify(refreshedTokens)) }),
        account_id: refreshedTokens.tokens.claims.sub,
        // So that the result ends with its session, and with no other of the account.
        grant_id: authority.isExternal ? null : readGrantId(refreshedTokens.tokens.accessToken),
        expires_at: new Date(refreshedTokens.at + REUSE_LEEWAY_MS),
      },
    )
    return refreshedTokens
  } catch (error) {
    await deleteRecord(ctx.db, { kind: KIND, id })
    throw error
  }
}

/** Claims the refresh; false while another process has it. An expired claim is replaced. */
function claimRefresh(ctx: Context, id: string): Promise<boolean> {
  const now = ctx.clock.now()
  const expires_at = new Date(now.getTime() + REUSE_LEEWAY_MS)
  return claimRecord(ctx.db, { kind: KIND, id, payload: '{}', expires_at, account_id: null }, now)
}

async function findEncryptedResult(ctx: Context, id: string): Promise<string | undefined> {
  return (await findRecord(ctx.db, { kind: KIND, id }))?.payload.sealed as string | undefined
}
