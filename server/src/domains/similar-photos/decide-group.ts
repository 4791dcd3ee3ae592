import { randomUUID } from 'node:crypto'
import type { Answer } from '#contract/endpoint.ts'
import type { decideGroup as decideGroupCall, TidyUpKind } from '#contract/tidy-up.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, requireFound } from '../../http/failure.ts'
import { insertRows } from '../../platform/db/rows.ts'
import { type AddedAlbum, addToAlbumsOfCopies } from '../albums/index.ts'
import { record } from '../journal/index.ts'
import { type CopiedValues, copyDate, lockPhotos, moveToBin } from '../photos/index.ts'
import { removeFromGroups } from './group-members.ts'
import { markAsDeciding } from './listeners.ts'
import { publishTidyUpChange } from './notifications.ts'
import { lockGroups } from './store/groupings.ts'
import { findGroup, replaceGroups, type StoredGroup } from './store/groups.ts'

export interface GroupDecision {
  kind: TidyUpKind
  groupId: string
  version: number
  /** Photos that stay; all others of the group are moved to the bin. */
  keep: readonly string[]
  runId?: string
}

/** Decides a group in one transaction. Throws 'conflict' when it has changed since the given version. */
export const decideGroup = (
  ctx: Context,
  accountId: string,
  decision: GroupDecision,
): Promise<Answer<typeof decideGroupCall>> => change(ctx, tx => decideGroupIn(ctx, tx, accountId, decision))

/**
 * Decides a group within a transaction, which has locked nothing yet. The group is read first and compared again once it is
 * locked, because photos, months and albums are locked before groups.
 */
export async function decideGroupIn(
  ctx: Context,
  tx: Tx,
  accountId: string,
  decision: GroupDecision,
): Promise<Answer<typeof decideGroupCall>> {
  const group = requireFound(await findGroup(tx.db, accountId, decision), 'Group')
  requireUnchanged(group, decision)
  const keptIds = new Set(decision.keep)
  const kept = group.members.filter(({ photoId }) => keptIds.has(photoId))
  const binned = group.members.filter(({ photoId }) => !keptIds.has(photoId))
  const rows = await lockPhotos(
    tx,
    accountId,
    group.members.map(({ photoId }) => photoId),
  )
  const rowById = new Map(rows.map(row => [row.photo_id, row]))
  if (group.members.some(({ photoId }) => rowById.get(photoId)?.deleted_at !== null)) throw changedGroup()
  const binnedRows = binned.map(({ photoId }) => rowById.get(photoId)!)
  const binnedIds = binned.map(({ photoId }) => photoId)
  let copied: CopiedValues | undefined
  let albums: AddedAlbum[] = []
  markAsDeciding(tx)
  const isMerge = decision.kind === 'copies' && binned.length > 0
  const best = rowById.get(kept[0]!.photoId)!
  if (isMerge) copied = await copyDate(ctx, tx, best, binnedRows)
  const decidedAt = await moveToBin(ctx, tx, accountId, binnedRows)
  if (isMerge)
    albums = await addToAlbumsOfCopies(ctx, tx, { accountId, photoId: best.photo_id, copyIds: binnedIds })
  await lockGroups(tx, accountId)
  const lockedGroup = await findGroup(tx.db, accountId, decision)
  if (!lockedGroup) throw changedGroup()
  requireUnchanged(lockedGroup, decision)
  await removeFromGroups(tx, accountId, binnedIds, [group.kind === 'copies' ? 'similar' : 'copies'])
  await replaceGroups(tx, accountId, [
    {
      group_id: group.group_id,
      kind: group.kind,
      state: 'done',
      version: group.version + 1,
      taken_sort: group.taken_sort,
      members: kept,
    },
  ])
  const decisionId = randomUUID()
  await insertRows(tx.db, 'photo_group_decisions', {
    account_id: accountId,
    decision_id: decisionId,
    kind: group.kind,
    group_id: group.group_id,
    run_id: decision.runId ?? null,
    version: group.version,
    members: JSON.stringify(group.members),
    binned: binnedIds,
    albums: albums.length > 0 ? JSON.stringify(albums) : null,
    date: copied ? JSON.stringify(copied) : null,
    decided_at: decidedAt,
    undone_at: null,
  })
  // The request of a run has recorded all of its decisions.
  if (binned.length > 0 && decision.runId === undefined)
    await record(ctx, tx, { accountId, kind: 'photos.tidied', subject: decisionId, total: binned.length })
  await publishTidyUpChange(ctx, tx, accountId)
  return {
    decisionId,
    binned: binned.length,
    addedAlbums: albums.length,
    setDate: copied?.date !== undefined,
  }
}

/** Photos of `keep` that are not in the group are of a group that has changed. */
function requireUnchanged(group: StoredGroup, { version, keep }: GroupDecision): void {
  const ids = new Set(group.members.map(({ photoId }) => photoId))
  if (group.state !== 'open' || group.version !== version || keep.some(id => !ids.has(id)))
    throw changedGroup()
}

const changedGroup = () => new Failure('conflict', 'The group has changed')
