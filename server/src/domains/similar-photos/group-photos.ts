import { randomUUID } from 'node:crypto'
import type { TidyUpKind } from '#contract/tidy-up.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { readRows } from '../../platform/db/read-rows.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { type ComparedFacts, findAvailablePhotoIds, listComparedFacts } from '../photos/index.ts'
import { createComparison } from './compare-pictures.ts'
import { toComparedPhoto } from './compared-photos.ts'
import type { ComparedPhoto, GroupMember } from './grouping/compared-photo.ts'
import { type Copy, findCopies } from './grouping/find-copies.ts'
import { createHashList, getDistance, type HashList } from './grouping/hash-distance.ts'
import { leaveOutDistinct } from './grouping/leave-out-distinct.ts'
import { GROUP_SHOTS_MAX, GROUP_SPAN_MS, SHOTS_BACK, SIMILAR_LIMITS } from './grouping/limits.ts'
import { planGroups } from './grouping/plan-groups.ts'
import { recommendShot, recommendVersion } from './grouping/recommend.ts'
import { publishTidyUpChange } from './notifications.ts'
import { lockGroups } from './store/groupings.ts'
import { deleteGroups, listGroups, replaceGroups, type StoredGroup } from './store/groups.ts'
import { loadDistinctions } from './store/pairs.ts'

/** Searches the account's library for copies and similar shots, and writes the groups that changed. */
export async function groupPhotos(ctx: Context, accountId: string): Promise<void> {
  const search = await searchLibrary(ctx, accountId)
  await change(ctx, tx => writeGroups(ctx, tx, accountId, search))
}

/** What a search found, and the sort values of all photos that it has read. */
export interface LibrarySearch {
  found: FoundGroups
  sortValues: ReadonlyMap<string, string>
}

/** Searches for groups without a lock; facts are read in pages. */
export async function searchLibrary(ctx: Context, accountId: string): Promise<LibrarySearch> {
  const facts = await readFacts(ctx, accountId)
  const photos = facts.map(toComparedPhoto)
  const { compare, store } = await createComparison(ctx, accountId)
  const isDistinct = await loadDistinctions(ctx.db, accountId)
  const copies = await findCopies(photos, { isDistinct, compare })
  await store()
  // Shots are searched for among the best versions of copies, so that no two copies are ever only similar.
  const copyIds = new Set(copies.flatMap(([, ...others]) => others.map(({ photo }) => photo.photoId)))
  return {
    found: { copies, similar: findSimilarShots(photos.filter(({ photoId }) => !copyIds.has(photoId))) },
    sortValues: new Map(facts.map(({ photo_id, taken_sort }) => [photo_id, taken_sort])),
  }
}

/**
 * Writes the groups that a search changed. Photos that left the library since, and copies that were separated since, are left out
 * before what was found is compared with the groups: one that was decided during the search stays decided. Open groups with photos
 * that the search has not read, as those restored since, are left to a later one.
 */
export async function writeGroups(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { found, sortValues }: LibrarySearch,
): Promise<void> {
  await lockGroups(tx, accountId)
  const all = await listGroups(tx.db, accountId)
  const isOlder = ({ state, members }: StoredGroup) =>
    state === 'done' || members.every(({ photoId }) => sortValues.has(photoId))
  const stored = all.filter(isOlder)
  const later = all.filter(group => !isOlder(group))
  const { copies, similar } = await leaveOutChanged(tx, accountId, { found, later })
  const current = {
    copies: copies.map(recommendVersion),
    similar: similar.map(recommendShot),
  }
  const changes = (['copies', 'similar'] as const).map(kind => ({
    kind,
    ...planGroups(
      stored.filter(group => group.kind === kind),
      current[kind],
    ),
  }))
  const toGroup = (
    kind: TidyUpKind,
    { existing, members }: { existing: StoredGroup | undefined; members: readonly GroupMember[] },
    state: StoredGroup['state'],
  ) => ({
    group_id: existing?.group_id ?? randomUUID(),
    kind,
    state,
    version: (existing?.version ?? 0) + 1,
    taken_sort: findLatest(members, sortValues) ?? existing!.taken_sort,
    members: [...members],
  })
  const groups = changes.flatMap(({ kind, changed, reduced }) => [
    ...reduced.map(each => toGroup(kind, each, 'done')),
    ...changed.map(each => toGroup(kind, each, 'open')),
  ])
  const deletedIds = changes.flatMap(({ deleted }) => deleted.map(group => group.group_id))
  await deleteGroups(tx, accountId, deletedIds)
  await replaceGroups(tx, accountId, groups)
  await updateRows(tx.db, 'photo_groupings', { account_id: accountId }, { grouped_at: ctx.clock.now() })
  if (groups.length > 0 || deletedIds.length > 0) await publishTidyUpChange(ctx, tx, accountId)
}

/** Leaves out photos that left the library since the search or are in groups from `later`, and copies that were separated since. */
async function leaveOutChanged(
  tx: Tx,
  accountId: string,
  { found, later }: { found: FoundGroups; later: readonly StoredGroup[] },
): Promise<FoundGroups> {
  const ids = [...found.copies.flat().map(({ photo }) => photo), ...found.similar.flat()].map(
    ({ photoId }) => photoId,
  )
  const availableIds = await findAvailablePhotoIds(tx.db, accountId, ids)
  const isDistinct = await loadDistinctions(tx.db, accountId)
  const createFilter = (kind: TidyUpKind) => {
    const groups = later.filter(group => group.kind === kind)
    const laterIds = new Set(groups.flatMap(({ members }) => members.map(({ photoId }) => photoId)))
    return ({ photoId }: ComparedPhoto) => availableIds.has(photoId) && !laterIds.has(photoId)
  }
  const [isCopy, isShot] = [createFilter('copies'), createFilter('similar')]
  return {
    copies: found.copies
      .map(group => group.filter(({ photo }) => isCopy(photo)))
      .map(group => leaveOutDistinct(group, ({ photo }) => photo.photoId, isDistinct))
      .filter(hasSeveral),
    similar: found.similar.map(group => group.filter(isShot)).filter(hasSeveral),
  }
}

const hasSeveral = (group: readonly unknown[]) => group.length > 1

const PAGE = 10_000

const readFacts = (ctx: Context, accountId: string): Promise<ComparedFacts[]> =>
  Array.fromAsync(
    readRows<ComparedFacts>(PAGE, (last, limit) =>
      listComparedFacts(ctx.db, accountId, { after: last?.photo_id, limit }),
    ),
  )

/** Groups of photos without recommendations: copies with the best version first, shots in the order of time. */
export interface FoundGroups {
  copies: Copy[][]
  similar: ComparedPhoto[][]
}

function findLatest(members: readonly GroupMember[], sortValues: ReadonlyMap<string, string>) {
  return members
    .flatMap(({ photoId }) => sortValues.get(photoId) ?? [])
    .reduce<string | undefined>(
      (latest, value) => (latest === undefined || value > latest ? value : latest),
      undefined,
    )
}

/**
 * Finds shots of one camera in a row that show nearly the same, each group in the order of time. A shot joins the group
 * of the last one before it that it resembles; photos without a time or a camera are in none.
 */
export function findSimilarShots(photos: readonly ComparedPhoto[]): ComparedPhoto[][] {
  const shots = photos.filter(isShot).toSorted(compareShots)
  const hashes = createHashList(shots.map(({ hash }) => hash))
  const groups: Shot[][] = []
  const groupOf = new Map<number, Shot[]>()
  for (let place = 1; place < shots.length; place++) {
    const shot = shots[place]!
    for (let before = place - 1; before >= Math.max(0, place - SHOTS_BACK); before--) {
      const other = shots[before]!
      const gap = shot.takenAt - other.takenAt
      if (other.cameraId !== shot.cameraId || gap > SIMILAR_LIMITS.at(-1)!.gapMs) break
      if (!isSimilar(hashes, shots, place, before, gap)) continue
      const group = groupOf.get(before) ?? [other]
      if (group.length >= GROUP_SHOTS_MAX || shot.takenAt - group[0]!.takenAt > GROUP_SPAN_MS) continue
      if (group.length === 1) groups.push(group)
      group.push(shot)
      groupOf.set(before, group)
      groupOf.set(place, group)
      break
    }
  }
  return groups
}

type Shot = ComparedPhoto & { takenAt: number; cameraId: number; hash: bigint; colours: Uint8Array }

const isShot = (photo: ComparedPhoto): photo is Shot =>
  photo.takenAt !== undefined &&
  Boolean(photo.cameraId) &&
  photo.hash !== undefined &&
  photo.colours !== undefined

const compareShots = (a: Shot, b: Shot) =>
  a.cameraId - b.cameraId || a.takenAt - b.takenAt || (a.photoId < b.photoId ? -1 : 1)

function isSimilar(
  hashes: HashList,
  shots: readonly Shot[],
  place: number,
  before: number,
  gap: number,
): boolean {
  const limit = SIMILAR_LIMITS.find(({ gapMs }) => gap <= gapMs)
  if (!limit) return false
  const distance = getDistance(hashes, place, hashes.high[before]!, hashes.low[before]!)
  if (distance > limit.hash) return false
  return compareColours(shots[place]!.colours, shots[before]!.colours) <= limit.colours
}

/** Returns the mean difference of two lists of colours, 0 to 255, after the second one is made as bright as the first. */
function compareColours(a: Uint8Array, b: Uint8Array): number {
  const offset = getMean(a) - getMean(b)
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += Math.abs(a[index]! - b[index]! - offset)
  return sum / a.length
}

function getMean(values: Uint8Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
