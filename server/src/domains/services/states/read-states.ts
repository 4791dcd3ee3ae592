import { type RetailerState, type RetailerStates, STATES_PAGE } from '#contract/retailer-states.ts'
import type { StateProblem } from '#contract/state-problem.ts'
import type { Context } from '../../../context.ts'
import { readPage } from '../../../http/cursor.ts'
import { requireFound } from '../../../http/failure.ts'
import type { Call } from '../../../http/route.ts'
import { findState, listStates } from '../store.ts'

/** What a kind says of its states beyond that they are stored, by key. */
export type DescribeStates = (
  ctx: Context,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, { state: string; problems: StateProblem[] }>>

type ReadCall = Pick<Call<never>, 'ctx' | 'request' | 'reply'>

const STORED = { state: 'stored', problems: [] }

/** Answers what a service sent last; not-found for what it did not send, and for that of another vendor. */
export async function answerState(
  { ctx, request, reply }: ReadCall,
  kind: string,
  key: string,
  describe?: DescribeStates,
): Promise<RetailerState> {
  const row = requireFound(await findState(ctx.db, { kind, key }, request.service!.vendors), 'State')
  const { state, problems } = (await describe?.(ctx, [key]))?.get(key) ?? STORED
  const { version, body, hash, stored_at, stored_by: storedBy } = row
  reply.header('etag', `"${version}"`)
  return { version, body, hash, storedAt: stored_at.toISOString(), storedBy, state, problems }
}

/** Answers a page of what services sent since an instant, in the order of time. */
export async function answerStates(
  { ctx, request, query }: ReadCall & { query: { since?: string | undefined; cursor?: string | undefined } },
  kind: string,
  describe?: DescribeStates,
): Promise<RetailerStates> {
  const { vendors } = request.service!
  const since = query.since === undefined ? undefined : new Date(query.since)
  const { rows, next } = await readPage(
    ['retailer-states', kind, query.since ?? ''],
    { cursor: query.cursor, limit: STATES_PAGE },
    (after, limit) => listStates(ctx.db, kind, { vendors, since, after, limit }),
    row => ({ at: row.stored_at, id: row.key }),
  )
  const descriptions = await describe?.(
    ctx,
    rows.map(row => row.key),
  )
  return {
    items: rows.map(row => ({
      id: row.key,
      version: row.version,
      hash: row.hash,
      storedAt: row.stored_at.toISOString(),
      state: (descriptions?.get(row.key) ?? STORED).state,
    })),
    cursor: next,
  }
}
