import type { Tx } from '../../context.ts'
import { listGroupsWithPhotos, replaceGroups } from './store/groups.ts'

/**
 * Removes photos that left the library from their groups, which the transaction has locked: the next by score is recommended
 * then, and a group with fewer than two members is deleted. Returns whether there were any.
 */
export async function removeFromGroups(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<boolean> {
  const removedIds = new Set(photoIds)
  const groups = await listGroupsWithPhotos(tx.db, accountId, photoIds)
  await replaceGroups(
    tx,
    accountId,
    groups.map(({ account_id: _, photos: __, ...group }) => ({
      ...group,
      version: group.version + 1,
      members: group.members
        .filter(({ photoId }) => !removedIds.has(photoId))
        .map((member, place) => ({
          ...member,
          reason: place === 0 && group.kind === 'copies' ? 'best-version' : member.reason,
        })),
    })),
  )
  return groups.length > 0
}
