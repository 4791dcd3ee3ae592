import type { GroupMember } from './compared-photo.ts'

/** A group as it is stored. */
export interface ExistingGroup {
  group_id: string
  state: 'open' | 'done'
  version: number
  members: readonly GroupMember[]
}

/** What regrouping writes. */
export interface GroupChanges<Group extends ExistingGroup> {
  /** Groups with other members than before, and new ones, which have no `existing`. */
  changed: { existing: Group | undefined; members: GroupMember[] }[]
  deleted: Group[]
  /** Decided groups some of whose members are in other groups now. */
  reduced: { existing: Group; members: GroupMember[] }[]
}

/**
 * Compares groups of one kind that were found with those that are stored, so that what has not changed keeps its id, version
 * and state: a decided group stays decided unless a new photo joins it.
 */
export function planGroups<Group extends ExistingGroup>(
  stored: readonly Group[],
  found: readonly GroupMember[][],
): GroupChanges<Group> {
  const groupByPhoto = new Map(
    stored.flatMap(group => group.members.map(({ photoId }) => [photoId, group] as const)),
  )
  const remaining = new Set(stored)
  const changes: GroupChanges<Group> = { changed: [], deleted: [], reduced: [] }
  const movedIds = new Set<string>()
  for (const members of found) {
    const best = findLargestOverlap(members, groupByPhoto, remaining)
    if (best && isSame(best, members)) {
      remaining.delete(best)
      continue
    }
    const decided = groupByPhoto.get(members[0]!.photoId)
    if (decided?.state === 'done' && members.every(({ photoId }) => groupByPhoto.get(photoId) === decided))
      continue
    if (best) remaining.delete(best)
    changes.changed.push({ existing: best, members })
    for (const { photoId } of members) movedIds.add(photoId)
  }
  for (const group of remaining)
    if (group.state === 'open') changes.deleted.push(group)
    else {
      const members = group.members.filter(({ photoId }) => !movedIds.has(photoId))
      if (members.length < group.members.length) changes.reduced.push({ existing: group, members })
    }
  return changes
}

function findLargestOverlap<Group extends ExistingGroup>(
  members: readonly GroupMember[],
  groupByPhoto: ReadonlyMap<string, Group>,
  remaining: ReadonlySet<Group>,
): Group | undefined {
  const overlaps = new Map<Group, number>()
  for (const { photoId } of members) {
    const group = groupByPhoto.get(photoId)
    if (group && remaining.has(group)) overlaps.set(group, (overlaps.get(group) ?? 0) + 1)
  }
  return [...overlaps].toSorted(
    ([a, inA], [b, inB]) => inB - inA || Number(b.state === 'open') - Number(a.state === 'open'),
  )[0]?.[0]
}

/** Same members, with the same recommendation unless the customer has decided. */
function isSame(group: ExistingGroup, members: readonly GroupMember[]): boolean {
  if (group.members.length !== members.length) return false
  if (group.state === 'open')
    return members.every(({ photoId, reason }, place) => {
      const other = group.members[place]!
      return other.photoId === photoId && other.reason === reason
    })
  return members.every(({ photoId }) => group.members.some(member => member.photoId === photoId))
}
