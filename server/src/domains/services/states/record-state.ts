import type { Context, Tx } from '../../../context.ts'
import type { Submission } from '../../../http/submission.ts'
import { deleteRefusal } from '../store/refusals.ts'
import { deleteStates, lockState, type StateKey, setOwner, upsertState } from '../store/states.ts'
import { hashContent } from './content-hash.ts'

/** To whom a state belongs. */
export interface StateOwner {
  /** Whose erasure deletes it; null for a state of no account. */
  accountId: string | null
  /** The vendors of whose tokens it exists; null: all. */
  vendors: readonly string[] | null
}

/**
 * Records what a service sent, in the transaction that stores it, so that the service can read it back (NX-358); a version
 * that was stored before is recorded already. A refusal of the call is no longer listed.
 */
export async function recordState(
  ctx: Context,
  tx: Tx,
  submission: Submission,
  { version, isNew, owner: { accountId, vendors } }: { version: number; isNew: boolean; owner: StateOwner },
): Promise<void> {
  const { kind, key, body, service } = submission
  if (isNew)
    await upsertState(tx, {
      kind,
      key,
      account_id: accountId,
      vendors: vendors === null ? null : [...vendors],
      version,
      body,
      hash: hashContent(body),
      stored_at: ctx.clock.now(),
      stored_by: service.name,
    })
  await deleteRefusal(tx, { service: service.name, method: 'PUT', path: submission.path })
}

/**
 * Assigns a state that came before what it belongs to. False when it is of a service that is not for the vendor: it is
 * deleted, and the caller deletes what the service stored.
 */
export async function adoptState(
  tx: Tx,
  key: StateKey,
  { accountId, vendor }: { accountId: string; vendor: string },
): Promise<boolean> {
  const row = await lockState(tx, key)
  if (!row) return true
  if (row.vendors !== null && !row.vendors.includes(vendor)) {
    await deleteStates(tx, key.kind, [key.key])
    return false
  }
  await setOwner(tx, key, { account_id: accountId, vendors: [vendor] })
  return true
}
