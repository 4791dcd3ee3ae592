import { type TidyUpKind, tidyUpKind } from '#contract/tidy-up.ts'
import type { Reader, Tx } from '../../context.ts'
import { findComparedPhotos } from './compared-photos.ts'
import type { ComparedPhoto, GroupMember } from './grouping/compared-photo.ts'
import type { Copy } from './grouping/find-copies.ts'
import { recommendShot, recommendVersion, toDifference } from './grouping/recommend.ts'
import { listGroupsWithPhotos, replaceGroups } from './store/groups.ts'

/**
 * Removes photos from their groups of these kinds, which the transaction has locked: the rest of each gets a recommendation of its
 * own, and a group with fewer than two members is deleted. Returns whether there were any.
 */
export async function removeFromGroups(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
  kinds: readonly TidyUpKind[] = tidyUpKind.options,
): Promise<boolean> {
  const removedIds = new Set(photoIds)
  const groups = (await listGroupsWithPhotos(tx.db, accountId, photoIds)).filter(({ kind }) =>
    kinds.includes(kind),
  )
  const rest = groups.map(({ account_id: _, photos: __, ...group }) => ({
    ...group,
    version: group.version + 1,
    members: group.members.filter(({ photoId }) => !removedIds.has(photoId)),
  }))
  await replaceGroups(tx, accountId, await recommendAgain(tx.db, accountId, rest))
  return groups.length > 0
}

/** Recommends one of the members of each group, and says of the others why not: the one before may have left. */
export async function recommendAgain<Group extends { kind: TidyUpKind; members: readonly GroupMember[] }>(
  db: Reader,
  accountId: string,
  groups: readonly Group[],
): Promise<(Group & { members: GroupMember[] })[]> {
  const ids = groups.flatMap(({ members }) =>
    members.length > 1 ? members.map(({ photoId }) => photoId) : [],
  )
  const photos =
    ids.length > 0 ? await findComparedPhotos(db, accountId, ids) : new Map<string, ComparedPhoto>()
  return groups.map(group => {
    const members = group.members.flatMap(({ photoId, turn, reason }) => {
      const photo = photos.get(photoId)
      return photo ? [{ photo, turn, difference: toDifference(reason) }] : []
    })
    return { ...group, members: members.length > 1 ? recommend(group.kind, members) : [] }
  })
}

const recommend = (kind: TidyUpKind, members: readonly Copy[]) =>
  kind === 'copies' ? recommendVersion(members) : recommendShot(members.map(({ photo }) => photo))
