import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { TidyUpKind } from '#contract/tidy-up.ts'
import { type Context, change } from '../../context.ts'
import { type ComparedFacts, findAvailablePhotoIds, listComparedFacts } from '../photos/index.ts'
import type { ComparedPhoto, GroupMember } from './grouping/compared-photo.ts'
import { searchCopies } from './grouping/find-copies.ts'
import { findSimilarShots } from './grouping/find-similar-shots.ts'
import { planGroups } from './grouping/plan-groups.ts'
import { recommendShot, recommendVersion } from './grouping/recommend.ts'
import { publishTidyUpChange } from './notifications.ts'
import { loadDistinctions } from './store/distinctions.ts'
import { lockGroups, setGroupedAt } from './store/groupings.ts'
import { deleteGroups, listGroups, replaceGroups, type StoredGroup } from './store/groups.ts'

/**
 * Searches the account's library for copies and similar shots, and writes the groups that changed. Facts are read in pages
 * without a lock; photos that leave the library meanwhile are left out when the groups are written.
 */
export async function groupPhotos(ctx: Context, accountId: string): Promise<void> {
  const facts = await readFacts(ctx, accountId)
  const isDistinct = await loadDistinctions(ctx.db, accountId)
  const photos = facts.map(toComparedPhoto)
  const found = await findGroups(photos, isDistinct)
  const sortValues = new Map(facts.map(({ photo_id, taken_sort }) => [photo_id, taken_sort]))
  await change(ctx, async tx => {
    await lockGroups(tx, accountId)
    const stored = await listGroups(tx.db, accountId)
    const changes = (['copies', 'similar'] as const).map(kind => ({
      kind,
      ...planGroups(
        stored.filter(group => group.kind === kind),
        found[kind],
      ),
    }))
    const candidateIds = changes.flatMap(({ changed }) =>
      changed.flatMap(({ members }) => members.map(({ photoId }) => photoId)),
    )
    const availableIds = await findAvailablePhotoIds(tx.db, accountId, candidateIds)
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
      ...changed.map(({ existing, members }) =>
        toGroup(
          kind,
          { existing, members: members.filter(({ photoId }) => availableIds.has(photoId)) },
          'open',
        ),
      ),
    ])
    const deletedIds = changes.flatMap(({ deleted }) => deleted.map(group => group.group_id))
    await deleteGroups(tx, accountId, deletedIds)
    await replaceGroups(tx, accountId, groups)
    await setGroupedAt(tx, accountId, ctx.clock.now())
    if (groups.length > 0 || deletedIds.length > 0) await publishTidyUpChange(ctx, tx, accountId)
  })
}

const PAGE = 10_000

async function readFacts(ctx: Context, accountId: string): Promise<ComparedFacts[]> {
  const facts: ComparedFacts[] = []
  for (let after: string | undefined; ; after = facts.at(-1)!.photo_id) {
    const page = await listComparedFacts(ctx.db, accountId, { after, limit: PAGE })
    facts.push(...page)
    if (page.length < PAGE) return facts
  }
}

function toComparedPhoto(facts: ComparedFacts): ComparedPhoto {
  const isTimed = !facts.taken_unknown && facts.taken_precision === 'second'
  return {
    photoId: facts.photo_id,
    takenAt: isTimed ? Date.parse(`${facts.taken_sort.replace(' ', 'T')}Z`) : undefined,
    // 0: one of many cameras that have no number of their own.
    cameraId: facts.camera_id || undefined,
    width: facts.width,
    height: facts.height,
    hash: facts.hash === null ? undefined : BigInt(facts.hash),
    colours: facts.colours ?? undefined,
    sharpness: facts.sharpness ?? undefined,
    dark: facts.dark ?? 0,
    light: facts.light ?? 0,
  }
}

/**
 * Finds copies, then similar shots among photos that are no copies and the best versions of copies, so that no two copies are
 * ever only similar.
 */
export async function findGroups(
  photos: readonly ComparedPhoto[],
  isDistinct: (a: string, b: string) => boolean,
): Promise<Record<TidyUpKind, GroupMember[][]>> {
  const copies = await searchInSteps(searchCopies(photos, isDistinct))
  const copyIds = new Set(copies.flatMap(([, ...others]) => others.map(({ photo }) => photo.photoId)))
  const shots = findSimilarShots(photos.filter(({ photoId }) => !copyIds.has(photoId)))
  return { copies: copies.map(recommendVersion), similar: shots.map(recommendShot) }
}

/** Lets requests of the same process pass between the steps. */
async function searchInSteps<Found>(search: Generator<void, Found>): Promise<Found> {
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

function findLatest(members: readonly GroupMember[], sortValues: ReadonlyMap<string, string>) {
  return members
    .flatMap(({ photoId }) => sortValues.get(photoId) ?? [])
    .reduce<string | undefined>(
      (latest, value) => (latest === undefined || value > latest ? value : latest),
      undefined,
    )
}
