import { type Context, memoizePerContext } from '#server/context.ts'
import { findRecord } from '../store/oidc-records.ts'

/**
 * Whether attempts of signing in are also stored as plain text and accepted so, because processes of the previous release
 * may run beside this one: for a day after migration 0056, and never on a database that began with it.
 */
export async function sharesPlainAttempts(ctx: Context): Promise<boolean> {
  const state = getState(ctx)
  state.until ??= await findEnd(ctx)
  return ctx.clock.now() < state.until
}

/** The row is written before a process of this release starts, so it is read once. */
const getState = memoizePerContext((): { until: Date | null } => ({ until: null }))

async function findEnd({ db }: Pick<Context, 'db'>): Promise<Date> {
  const record = await findRecord(db, { kind: 'PlainSignInAttempts', id: 'shared' })
  return record?.expires_at ?? new Date(0)
}
