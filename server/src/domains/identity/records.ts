import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Context } from '#server/context.ts'
import { systemClock } from '#server/platform/clock/clock.ts'

/**
 * The provider's storage: one row per record. Values that are worth something to a thief (codes, refresh tokens) are
 * kept as hashes only.
 */
export function recordsOf(ctx: Context, kind: string): Adapter {
  const hashed = SECRET_IDS.has(kind)
  const stored = (id: string) => (hashed ? hashOf(id) : id)
  const rows = () =>
    ctx.db.selectFrom('oidc_records').select(['id', 'payload', 'consumed_at']).where('kind', '=', kind)
  const live = <T extends Row>(row: T | undefined, id?: string) => row && revived(ctx, row, id)
  const alive = (query: ReturnType<typeof rows>) =>
    query
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.clock.now())]))
      .executeTakeFirst()
  return {
    async upsert(id, payload, expiresIn) {
      const { jti, consumed: _, ...rest } = payload
      const values = {
        account_id: payload.accountId ?? null,
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        user_code: payload.userCode ?? null,
        payload: JSON.stringify(shifted(hashed ? rest : { ...rest, jti }, -systemAhead(ctx))),
        expires_at: expiresIn ? new Date(ctx.clock.now().getTime() + expiresIn * 1000) : null,
      }
      await ctx.db
        .insertInto('oidc_records')
        .values({ kind, id: stored(id), ...values })
        .onConflict(oc => oc.columns(['kind', 'id']).doUpdateSet(values))
        .execute()
    },
    find: async id => live(await alive(rows().where('id', '=', stored(id))), id),
    findByUid: async uid => live(await alive(rows().where('uid', '=', uid))),
    findByUserCode: async code => live(await alive(rows().where('user_code', '=', code))),
    async consume(id) {
      const taken = await ctx.db
        .updateTable('oidc_records')
        .set({ consumed_at: ctx.clock.now() })
        .where('kind', '=', kind)
        .where('id', '=', stored(id))
        .where('consumed_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      // Two at the same moment: one gets it, the other is refused (RFC 6749 4.1.2).
      if (!taken) throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await ctx.db.deleteFrom('oidc_records').where('kind', '=', kind).where('id', '=', stored(id)).execute()
    },
    async revokeByGrantId(grantId) {
      await ctx.db
        .deleteFrom('oidc_records')
        .where('kind', '=', kind)
        .where('grant_id', '=', grantId)
        .execute()
    },
  }
}

/** How a secret value is named in the database. */
export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}

const SECRET_IDS = new Set(['AuthorizationCode', 'RefreshToken'])

interface Row {
  payload: Record<string, unknown>
  consumed_at: Date | null
}

function revived(ctx: Context, row: Row, id: string | undefined): AdapterPayload {
  const payload = shifted(row.payload, systemAhead(ctx)) as AdapterPayload
  if (id !== undefined) payload.jti ??= id
  if (row.consumed_at) payload.consumed = Math.floor(row.consumed_at.getTime() / 1000)
  return payload
}

/**
 * The provider only knows the system's time; its records are kept in ours (ctx.clock), so that one clock rules
 * lifetimes everywhere. Whole seconds the system is ahead, each clock rounded down by itself as the provider does: a
 * record that comes back a second too young counts as issued in the future. 0 outside tests.
 */
function systemAhead(ctx: Context): number {
  if (ctx.clock === systemClock) return 0
  return seconds(systemClock) - seconds(ctx.clock)
}

const seconds = (clock: Context['clock']) => Math.floor(clock.now().getTime() / 1000)

const TIMES = ['iat', 'exp', 'iiat', 'loginTs', 'authTime']

function shifted(payload: Record<string, unknown>, seconds: number): Record<string, unknown> {
  if (seconds === 0) return { ...payload }
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      TIMES.includes(key) && typeof value === 'number' ? value + seconds : value,
    ]),
  )
}
