import Provider, { errors } from 'oidc-provider'
import { type Context, change, type Tx } from '#server/context.ts'
import { lockCustomer } from '../../customers/index.ts'
import { findAccessEnd } from '../store/access-ends.ts'

/** Ends of the account's sessions that a request of the provider has seen, by account. */
const seenEnds = new WeakMap<object, Map<string, Set<string | null>>>()

/** Remembers the latest end at the time at which the request read a session or a sign-in of the account. */
export function noteAccessEnd(accountId: string, end: string | null): void {
  const request = Provider.ctx
  if (!request) return
  const ends = seenEnds.get(request) ?? new Map<string, Set<string | null>>()
  seenEnds.set(request, ends)
  ends.set(accountId, (ends.get(accountId) ?? new Set()).add(end))
}

/**
 * Stores a session or a grant of the account, unless its sessions have ended since the request read what it derives from:
 * a sign-in in progress would outlive the end (NX-321). Then a session is not stored and a grant is refused.
 */
export async function storeUnlessEnded(
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
