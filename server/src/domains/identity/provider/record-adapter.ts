import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { isStorableJson, isStorableText } from '#contract/input/text.ts'
import type { Context } from '#server/context.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import { hashSecret } from '../hash.ts'
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  findLiveRecord,
  upsertRecord,
} from '../store/oidc-records.ts'

/**
 * The provider's storage adapter: one row per record. Credentials (codes, refresh tokens) are stored as hashes only.
 * A session of an account that `accepts` refuses is not found, so that its browser signs in again.
 */
export function recordAdapter(
  ctx: Context,
  kind: string,
  accepts: (accountId: string) => Promise<boolean> = async () => true,
): Adapter {
  const hashed = SECRET_IDS.has(kind)
  const stored = (id: string) => (hashed ? hashSecret(id) : id)
  const find = async (column: 'id' | 'uid' | 'user_code', value: string, id?: string) => {
    // Ids come from requests (client_id, tokens, cookies); the database refuses to compare with such a text.
    if (!isStorableText(value)) return undefined
    const row = await findLiveRecord(ctx.db, kind, column, value, ctx.clock.now())
    const payload = row && toPayload(ctx, row, id)
    const refused = kind === 'Session' && payload?.accountId && !(await accepts(payload.accountId))
    return refused ? undefined : payload
  }
  return {
    async upsert(id, payload, expiresIn) {
      // Payloads contain parameters of requests (state, nonce).
      if (!isStorableJson(payload)) throw new errors.InvalidRequest('a parameter is not valid text')
      const { jti, consumed: _, ...rest } = payload
      await upsertRecord(ctx.db, {
        kind,
        id: stored(id),
        account_id: payload.accountId ?? signedInBy(payload),
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        user_code: payload.userCode ?? null,
        payload: JSON.stringify(shiftTimes(hashed ? rest : { ...rest, jti }, -systemAhead(ctx))),
        expires_at: expiresIn ? new Date(ctx.clock.now().getTime() + expiresIn * 1000) : null,
      })
    },
    find: id => find('id', stored(id), id),
    findByUid: uid => find('uid', uid),
    findByUserCode: code => find('user_code', code),
    async consume(id) {
      // The second of two concurrent requests with one code is refused (RFC 6749, 4.1.2).
      if (!(await consumeRecord(ctx.db, { kind, id: stored(id) }, ctx.clock.now())))
        throw new errors.InvalidGrant('already used')
    },
    destroy: id => deleteRecord(ctx.db, { kind, id: stored(id) }),
    revokeByGrantId: grantId => deleteRecordsOfGrant(ctx.db, kind, grantId),
  }
}

/** The account that an interaction has signed in: its end of session must end the sign-in in progress, too. */
function signedInBy({ result }: AdapterPayload): string | null {
  return (result as { login?: { accountId?: string } } | undefined)?.login?.accountId ?? null
}

const SECRET_IDS = new Set(['AuthorizationCode', 'RefreshToken'])

interface Row {
  payload: Record<string, unknown>
  consumed_at: Date | null
}

function toPayload(ctx: Context, row: Row, id: string | undefined): AdapterPayload {
  const payload = shiftTimes(row.payload, systemAhead(ctx)) as AdapterPayload
  if (id !== undefined) payload.jti ??= id
  if (row.consumed_at) payload.consumed = Math.floor(row.consumed_at.getTime() / 1000)
  return payload
}

/**
 * Whole seconds by which the system clock is ahead of ctx.clock; 0 outside tests. The provider uses the system clock,
 * but its records are stored in the time of ctx.clock, so that one clock decides about lifetimes everywhere. Each clock
 * is rounded down separately, as the provider does: otherwise a record could seem to be issued a second in the future.
 */
function systemAhead(ctx: Context): number {
  if (ctx.clock === systemClock) return 0
  return seconds(systemClock) - seconds(ctx.clock)
}

const seconds = (clock: Context['clock']) => Math.floor(clock.now().getTime() / 1000)

const TIMES = ['iat', 'exp', 'iiat', 'loginTs', 'authTime']

function shiftTimes(payload: Record<string, unknown>, seconds: number): Record<string, unknown> {
  if (seconds === 0) return { ...payload }
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      TIMES.includes(key) && typeof value === 'number' ? value + seconds : value,
    ]),
  )
}
