import { type TidyUpKind, tidyUpKind } from '#contract/tidy-up.ts'
import type { Reader, Tx } from '../../context.ts'
import { compareWithBest } from './compare-with-best.ts'
import { findComparedPhotos } from './compared-photos.ts'
import type { ComparedPhoto, GroupMember } from './grouping/compared-photo.ts'
import { recommendShot, recommendVersion } from './grouping/recommend.ts'
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
  const groupsWithPhotos = groups.map(group => ({
    group,
    members: group.members.flatMap(({ photoId, turn }) => {
      const photo = photos.get(photoId)
      return photo ? [{ photo, turn }] : []
    }),
  }))
  const copies = groupsWithPhotos.filter(
    ({ group, members }) => group.kind === 'copies' && members.length > 1,
  )
  const compared = await compareWithBest(
    db,
    accountId,
    copies.map(({ members }) => members),
  )
  const recommended = new Map(copies.map(({ group }, place) => [group, recommendVersion(compared[place]!)]))
  return groupsWithPhotos.map(({ group, members }) => ({
    ...group,
    members:
      members.length > 1 ? (recommended.get(group) ?? recommendShot(members.map(({ photo }) => photo))) : [],
  }))
}
