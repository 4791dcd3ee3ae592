import type { Context, Tx } from '../../../context.ts'
import { changeForSubmission, type Submission } from '../../../http/submission.ts'
import {
  type IncomingVersion,
  storeVersion,
  type VersionedFeed,
  type VersionResult,
} from '../../../http/versioned.ts'
import { recordState, type StateOwner } from './record-state.ts'

/** Who sent a version, and to whom its state belongs. */
export interface SubmittedVersion extends IncomingVersion {
  submission?: Submission | undefined
}

/**
 * Stores a version of a state that belongs to no account; answers whether it did. For states of accounts see
 * `receiveAccountVersion`. `findOwner` finds the vendors of the state, by default all.
 */
export const receiveVersion = <Row extends { version: number }>(
  ctx: Context,
  incoming: SubmittedVersion & { findOwner?: (tx: Tx) => Promise<StateOwner> },
  feed: VersionedFeed<Row, true>,
): Promise<VersionResult<Row, true>['receipt']> =>
  changeForSubmission(ctx, incoming.submission, async tx => {
    const owner = (await incoming.findOwner?.(tx)) ?? { accountId: null, vendors: null }
    return (await storeSubmittedVersion(ctx, tx, { ...incoming, owner }, feed)).receipt
  })

/** Stores a version (`storeVersion`) and records what was sent, in the given transaction. */
export async function storeSubmittedVersion<Row extends { version: number }, Written>(
  ctx: Context,
  tx: Tx,
  { submission, owner, ...incoming }: SubmittedVersion & { owner: StateOwner },
  feed: VersionedFeed<Row, Written>,
): Promise<VersionResult<Row, Written>> {
  const result = await storeVersion(tx, incoming, feed)
  const { stored, version } = result.receipt
  // A lower version is not what is stored.
  if (submission && (stored || version === incoming.version))
    await recordState(ctx, tx, submission, { version, isNew: stored, owner })
  return result
}
