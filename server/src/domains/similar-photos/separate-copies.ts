import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { publishTidyUpChange } from './notifications.ts'
import { requestGrouping } from './request-grouping.ts'
import { insertDistinctions } from './store/distinctions.ts'
import { lockGroups } from './store/groupings.ts'
import { deleteGroups, findGroup } from './store/groups.ts'

/**
 * Records that these photos of a group show different pictures (NX-227). The group is gone at once; what is left of it is
 * found again by the next search.
 */
export async function separateCopies(
  ctx: Context,
  accountId: string,
  groupId: string,
  photoIds: readonly string[],
): Promise<void> {
  await change(ctx, async tx => {
    await lockGroups(tx, accountId)
    const group = await findGroup(tx.db, accountId, { kind: 'copies', groupId })
    if (!group) throw notFound('Group')
    const memberIds = new Set(group.members.map(({ photoId }) => photoId))
    const ids = [...new Set(photoIds)].sort()
    if (ids.length < 2 || ids.some(id => !memberIds.has(id)))
      throw new Failure('bad-request', 'Photos are not of this group', { fields: { photoIds: 'not-valid' } })
    const pairs = ids.flatMap((a, place) => ids.slice(place + 1).map(b => [a, b] as const))
    await insertDistinctions(tx, accountId, pairs)
    await deleteGroups(tx, accountId, [groupId])
    await requestGrouping(ctx, tx, accountId)
    await publishTidyUpChange(ctx, tx, accountId)
  })
}
