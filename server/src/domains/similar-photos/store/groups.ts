import { type SqlBool, sql } from 'kysely'
import type { TidyUpKind } from '#contract/tidy-up.ts'
import type { Reader, Tx } from '../../../context.ts'
import { cutPage } from '../../../platform/db/cut-page.ts'
import { listRows } from '../../../platform/db/rows.ts'
import type { GroupMember } from '../grouping/compared-photo.ts'
import type { PhotoGroupsTable } from '../tables.ts'

/** A group with its members, the recommended one first. */
export interface StoredGroup extends PhotoGroupsTable {
  members: GroupMember[]
}

/** Position after a page of groups. */
export interface GroupCursor {
  takenSort: string
  groupId: string
}

/** Lists open groups, newest first, by keyset. */
export async function listOpenGroups(
  db: Reader,
  accountId: string,
  kind: TidyUpKind,
  { cursor, limit }: { cursor: GroupCursor | null; limit: number },
): Promise<{ groups: StoredGroup[]; next: GroupCursor | null }> {
  const rows = await db
    .selectFrom('photo_groups')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('state', '=', sql.lit('open'))
    .$if(cursor !== null, q =>
      q.where(
        sql<SqlBool>`(taken_sort, group_id) < (${cursor!.takenSort}::timestamp, ${cursor!.groupId}::uuid)`,
      ),
    )
    .orderBy('taken_sort', 'desc')
    .orderBy('group_id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = cutPage(rows, limit, last => ({ takenSort: last.taken_sort, groupId: last.group_id }))
  return { groups: await addMembers(db, accountId, page.rows), next: page.next }
}

/** Lists all groups of an account, decided ones too. */
export async function listGroups(db: Reader, accountId: string): Promise<StoredGroup[]> {
  const rows = await listRows(db, 'photo_groups', { account_id: accountId })
  return addMembers(db, accountId, rows)
}

export async function findGroup(
  db: Reader,
  accountId: string,
  { kind, groupId }: { kind: TidyUpKind; groupId: string },
): Promise<StoredGroup | undefined> {
  const rows = await listRows(db, 'photo_groups', { account_id: accountId, group_id: groupId, kind })
  return (await addMembers(db, accountId, rows))[0]
}

/** Groups that contain any of these photos. */
export async function listGroupsWithPhotos(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<StoredGroup[]> {
  const memberRows = await db
    .selectFrom('photo_group_members')
    .select('group_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  if (memberRows.length === 0) return []
  const rows = await db
    .selectFrom('photo_groups')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`group_id = any(${memberRows.map(row => row.group_id)}::uuid[])`)
    .execute()
  return addMembers(db, accountId, rows)
}

async function addMembers(
  db: Reader,
  accountId: string,
  groups: readonly PhotoGroupsTable[],
): Promise<StoredGroup[]> {
  if (groups.length === 0) return []
  const rows = await db
    .selectFrom('photo_group_members')
    .select(['group_id', 'photo_id', 'score', 'reason', 'turn'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`group_id = any(${groups.map(group => group.group_id)}::uuid[])`)
    .orderBy('rank')
    .execute()
  const membersByGroup = Map.groupBy(rows, row => row.group_id)
  return groups.map(group => ({
    ...group,
    members: (membersByGroup.get(group.group_id) ?? []).map(({ photo_id, score, reason, turn }) => ({
      photoId: photo_id,
      score,
      reason,
      turn: turn as GroupMember['turn'],
    })),
  }))
}

/** Counts open groups and their photos by kind. */
export async function countOpenGroups(
  db: Reader,
  accountId: string,
): Promise<Map<TidyUpKind, { groups: number; photos: number }>> {
  const rows = await db
    .selectFrom('photo_groups')
    .select([
      'kind',
      sql<number>`count(*)::int`.as('groups'),
      sql<number>`coalesce(sum(photos), 0)::int`.as('photos'),
    ])
    .where('account_id', '=', accountId)
    .where('state', '=', sql.lit('open'))
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, ...counts }) => [kind, counts]))
}

/** Replaces groups of a locked account with their members; those with fewer than two members are deleted. */
export async function replaceGroups(
  tx: Tx,
  accountId: string,
  groups: readonly Omit<StoredGroup, 'account_id' | 'photos'>[],
): Promise<void> {
  if (groups.length === 0) return
  await deleteGroups(
    tx,
    accountId,
    groups.map(group => group.group_id),
  )
  const kept = groups.filter(group => group.members.length > 1)
  for (let from = 0; from < kept.length; from += GROUPS_PER_STATEMENT)
    await insertGroups(tx, accountId, kept.slice(from, from + GROUPS_PER_STATEMENT))
}

const GROUPS_PER_STATEMENT = 500

async function insertGroups(
  tx: Tx,
  accountId: string,
  groups: readonly Omit<StoredGroup, 'account_id' | 'photos'>[],
): Promise<void> {
  const members = groups.flatMap(group =>
    group.members.map((member, rank) => ({ ...member, rank, kind: group.kind, groupId: group.group_id })),
  )
  await sql`
    insert into photo_groups (account_id, group_id, kind, state, version, photos, taken_sort)
    select ${accountId}::text, g.* from unnest(
      ${groups.map(group => group.group_id)}::uuid[], ${groups.map(group => group.kind)}::text[],
      ${groups.map(group => group.state)}::text[], ${groups.map(group => group.version)}::int[],
      ${groups.map(group => group.members.length)}::int[], ${groups.map(group => group.taken_sort)}::timestamp[]
    ) g`.execute(tx.db)
  await sql`
    insert into photo_group_members (account_id, kind, photo_id, group_id, rank, score, reason, turn)
    select ${accountId}::text, m.* from unnest(
      ${members.map(each => each.kind)}::text[], ${members.map(each => each.photoId)}::uuid[],
      ${members.map(each => each.groupId)}::uuid[], ${members.map(each => each.rank)}::int[],
      ${members.map(each => each.score)}::real[], ${members.map(each => each.reason)}::text[],
      ${members.map(each => each.turn)}::smallint[]
    ) m`.execute(tx.db)
}

export async function deleteGroups(tx: Tx, accountId: string, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return
  await tx.db
    .deleteFrom('photo_group_members')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`group_id = any(${groupIds}::uuid[])`)
    .execute()
  await tx.db
    .deleteFrom('photo_groups')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`group_id = any(${groupIds}::uuid[])`)
    .execute()
}

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
