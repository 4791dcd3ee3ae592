import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { isStorableJson, isStorableText } from '#contract/input/text.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { toSessionMark } from '#server/http/session-addresses.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { lockCustomer } from '../../customers/index.ts'
import { hashSecret } from '../hash.ts'
import { endSessions } from '../session/end-sessions.ts'
import { findAccessEnd } from '../store/access-ends.ts'
import { deleteRecord, findLiveRecord, findRecord, upsertRecord } from '../store/oidc-records.ts'

/**
 * Creates the provider's storage adapter: one row per record. Credentials (codes, refresh tokens) are stored as hashes
 * only. Sessions of accounts that `isAccepted` rejects are not found, so that the browser signs in again.
 */
export function createRecordAdapter(
  ctx: Context,
  kind: string,
  isAccepted: (accountId: string) => Promise<boolean> = async () => true,
): Adapter {
  const isHashed = KINDS_WITH_SECRET_ID.has(kind)
  const toStoredId = (id: string) => (isHashed ? hashSecret(id) : id)
  const find = async (column: 'id' | 'uid' | 'user_code', value: string, id?: string) => {
    // Ids come from requests (client_id, tokens, cookies); the database refuses texts that cannot be stored.
    if (!isStorableText(value)) return undefined
    const row = await findLiveRecord(ctx.db, kind, column, value, ctx.clock.now())
    const payload = row && toPayload(ctx, row, id)
    if (row?.account_id && STARTING_KINDS.has(kind)) {
      noteAccessEnd(row.account_id, row.access_end)
      const login = payload && findLogin(payload)
      if (login?.accessEnd !== undefined) noteAccessEnd(login.accountId, login.accessEnd)
    }
    const isRefused = kind === 'Session' && payload?.accountId && !(await isAccepted(payload.accountId))
    return isRefused ? undefined : payload
  }
  return {
    async upsert(id, payload, expiresIn) {
      // Payloads contain parameters of requests (state, nonce).
      if (!isStorableJson(payload)) throw new errors.InvalidRequest('a parameter is not valid text')
      const { jti, consumed: _, ...rest } = payload
      const row = {
        kind,
        id: toStoredId(id),
        account_id: payload.accountId ?? findSignedInAccount(payload),
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? (kind === 'Grant' ? toSessionMark(id) : null),
        user_code: payload.userCode ?? null,
        payload: JSON.stringify(shiftTimes(isHashed ? rest : { ...rest, jti }, -getClockOffset(ctx))),
        expires_at: expiresIn ? new Date(ctx.clock.now().getTime() + expiresIn * 1000) : null,
      }
      const { accountId } = payload
      if (accountId && ROOT_KINDS.has(kind))
        await storeUnlessEnded(ctx, { kind, accountId }, tx => upsertRecord(tx.db, row))
      else await upsertRecord(ctx.db, row)
    },
    find: id => find('id', toStoredId(id), id),
    findByUid: uid => find('uid', uid),
    findByUserCode: code => find('user_code', code),
    async consume(id) {
      // The second of two concurrent requests with one code is refused (RFC 6749, 4.1.2).
      const unused = { kind, id: toStoredId(id), consumed_at: null }
      if ((await updateRows(ctx.db, 'oidc_records', unused, { consumed_at: ctx.clock.now() })) === 0)
        throw new errors.InvalidGrant('already used')
    },
    destroy: id => {
      const key = { kind, id: toStoredId(id) }
      return ENDING_KINDS.has(kind) ? endSessionOfRecord(ctx, key) : deleteRecord(ctx.db, key)
    },
    // The provider destroys the grant with them, which deletes them.
    revokeByGrantId: async () => {},
  }
}

/** Kinds whose records the provider destroys only to end the session: revoked, reused, or signed out there. */
const ENDING_KINDS = new Set(['Grant', 'RefreshToken'])

/** Ends the session of a grant or of a refresh token; nothing happens once it has ended. */
async function endSessionOfRecord(ctx: Context, key: { kind: string; id: string }): Promise<void> {
  const record = await findRecord(ctx.db, key)
  const grantId = key.kind === 'Grant' ? key.id : record?.grant_id
  const accountId = record?.account_id
  if (!accountId || !grantId) return
  // A token is destroyed at the token endpoint only when it was used before: by a thief, or after one.
  const isReused = Provider.ctx?.oidc.route === 'token'
  const by = isReused
    ? ({ cause: 'token-reused' } as const)
    : ({ cause: 'owner', byGrantId: grantId } as const)
  await change(ctx, tx => endSessions(ctx, tx, accountId, [grantId], by))
}

/**
 * Finds the account that an interaction has signed in, so that ending its sessions ends the sign-in in progress, too.
 */
const findSignedInAccount = (payload: AdapterPayload): string | null => findLogin(payload)?.accountId ?? null

/** The sign-in of an interaction; `accessEnd` was the latest end before it was checked. */
const findLogin = ({ result }: AdapterPayload) =>
  (result as { login?: { accountId: string; accessEnd?: string | null } } | undefined)?.login

/** Kinds from which a request derives sessions and grants. */
const STARTING_KINDS = new Set(['Interaction', 'Session'])

/** Kinds that grant access by themselves; codes and tokens need their grant. */
const ROOT_KINDS = new Set(['Session', 'Grant'])

const KINDS_WITH_SECRET_ID = new Set(['AuthorizationCode', 'RefreshToken'])

interface Row {
  payload: Record<string, unknown>
  consumed_at: Date | null
}

function toPayload(ctx: Context, row: Row, id: string | undefined): AdapterPayload {
  const payload = shiftTimes(row.payload, getClockOffset(ctx)) as AdapterPayload
  if (id !== undefined) payload.jti ??= id
  if (row.consumed_at) payload.consumed = Math.floor(row.consumed_at.getTime() / 1000)
  return payload
}

/**
 * Whole seconds by which the system clock is ahead of ctx.clock; 0 outside tests. The provider uses the system clock,
 * but its records are stored in the time of ctx.clock, so that all lifetimes use one clock. Each clock is rounded down
 * separately, as in the provider: otherwise a record could seem to be issued a second in the future.
 */
export function getClockOffset(ctx: Context): number {
  if (ctx.clock === systemClock) return 0
  return getUnixSeconds(systemClock) - getUnixSeconds(ctx.clock)
}

const getUnixSeconds = (clock: Context['clock']) => Math.floor(clock.now().getTime() / 1000)

const TIME_CLAIMS = ['iat', 'exp', 'iiat', 'loginTs', 'authTime']

function shiftTimes(payload: Record<string, unknown>, seconds: number): Record<string, unknown> {
  if (seconds === 0) return { ...payload }
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      TIME_CLAIMS.includes(key) && typeof value === 'number' ? value + seconds : value,
    ]),
  )
}

/** Ends of the account's sessions that a request of the provider has seen, by account. */
const seenEnds = new WeakMap<object, Map<string, Set<string | null>>>()

/** Remembers the latest end at the time at which the request read a session or a sign-in of the account. */
function noteAccessEnd(accountId: string, end: string | null): void {
  const request = Provider.ctx
  if (!request) return
  const ends = seenEnds.get(request) ?? new Map<string, Set<string | null>>()
  seenEnds.set(request, ends)
  ends.set(accountId, (ends.get(accountId) ?? new Set()).add(end))
}

/**
 * Stores a session or a grant of the account, unless its sessions have ended since the request read what it derives from:
 * a sign-in in progress would outlive the end. Then a session is not stored and a grant is refused.
 */
async function storeUnlessEnded(
  ctx: Context,
  { kind, accountId }: { kind: string; accountId: string },
  store: (tx: Tx) => Promise<void>,
): Promise<void> {
  const isStored = await change(ctx, async tx => {
    await lockCustomer(tx, accountId)
    const latestEnd = await findAccessEnd(tx.db, accountId)
    const ends = (Provider.ctx && seenEnds.get(Provider.ctx)?.get(accountId)) ?? []
    if ([...ends].some(end => end !== latestEnd)) return false
    await store(tx)
    return true
  })
  if (!isStored && kind === 'Grant') throw new errors.AccessDenied('the session has ended')
}
