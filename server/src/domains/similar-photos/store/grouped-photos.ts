import type { Reader } from '../../../context.ts'

export interface GroupOfPhoto {
  groupId: string
  photos: number
  /** Whether the photo is the recommended one. */
  isBest: boolean
}

/** Lists the groups of copies and of similar shots that photos of the library are in, decided ones included, by photo. */
export async function listGroupedPhotos(db: Reader, accountId: string): Promise<Map<string, GroupOfPhoto[]>> {
  const rows = await db
    .selectFrom('photo_group_members as m')
    .innerJoin('photo_groups as g', join =>
      join.onRef('g.account_id', '=', 'm.account_id').onRef('g.group_id', '=', 'm.group_id'),
    )
    .select(['m.photo_id', 'm.group_id', 'm.rank', 'g.photos'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.group_id')
    .execute()
  const groups = new Map<string, GroupOfPhoto[]>()
  for (const { photo_id, group_id, rank, photos } of rows) {
    const group = { groupId: group_id, photos, isBest: rank === 0 }
    groups.set(photo_id, [...(groups.get(photo_id) ?? []), group])
  }
  return groups
}
