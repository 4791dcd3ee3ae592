import type { TidyUpKind, TidyUpRun, TidyUpTotals } from '#contract/tidy-up.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { listAlbumIds } from '../albums/index.ts'
import { record } from '../journal/index.ts'
import { findSortValues } from '../photos/index.ts'
import { decideGroupIn } from './decide-group.ts'
import { listBinnedAtFirst } from './grouping/recommend.ts'
import { decideAllJob } from './job-kinds.ts'
import { findGroup, listOpenGroups, type StoredGroup } from './store/groups.ts'
import { advanceRun, countBinnedByRun, findRun, insertRun } from './store/runs.ts'
import { findUsedPhotos } from './used-photos.ts'

/** Returns what a decision about all groups of a kind would do, and what it leaves out. */
export async function getTotals(ctx: Context, accountId: string, kind: TidyUpKind): Promise<TidyUpTotals> {
  const { groups, leftOut } = await listUntouchedGroups(ctx, accountId, kind)
  const ids = groups.flatMap(group => group.members.map(({ photoId }) => photoId))
  const photos = await findSortValues(ctx.db, accountId, ids)
  const photoById = new Map(photos.map(photo => [photo.photo_id, photo]))
  const albumRows = kind === 'copies' ? await listAlbumIds(ctx.db, accountId, ids) : []
  const albumIds = new Map(albumRows.map(row => [row.photo_id, row.album_ids]))
  const binnedOf = (group: StoredGroup) => listBinnedAtFirst(group.members).map(({ photoId }) => photoId)
  const hasMoreAlbums = (group: StoredGroup) => {
    const own = new Set(albumIds.get(group.members[0]!.photoId))
    return binnedOf(group).some(id => albumIds.get(id)?.some(albumId => !own.has(albumId)))
  }
  const lacksDate = (group: StoredGroup) =>
    photoById.get(group.members[0]!.photoId)?.taken_unknown === true &&
    binnedOf(group).some(id => photoById.get(id)?.taken_unknown === false)
  const binnedIds = groups.flatMap(binnedOf)
  return {
    groups: groups.length,
    photos: binnedIds.length,
    bytes: binnedIds.reduce((sum, id) => sum + Number(photoById.get(id)?.size ?? 0), 0),
    albums: groups.filter(hasMoreAlbums).length,
    dates: kind === 'copies' ? groups.filter(lacksDate).length : 0,
    leftOut,
  }
}

/**
 * Open groups with photos to move to the bin and without used ones; and how many photos leave theirs out because they are. Copies
 * that are not certainly the same leave theirs to the customer.
 */
async function listUntouchedGroups(ctx: Context, accountId: string, kind: TidyUpKind) {
  const page = { cursor: null, limit: GROUPS_MAX }
  const open = await listOpenGroups(ctx.db, accountId, kind, page)
  const groups = open.groups.filter(group => {
    const binned = listBinnedAtFirst(group.members).length
    return kind === 'copies' ? binned === group.members.length - 1 : binned > 0
  })
  const used = await findUsedMembers(ctx, accountId, groups)
  const isUsed = ({ photoId }: { photoId: string }) => used.has(photoId)
  return {
    groups: groups.filter(group => !group.members.some(isUsed)),
    leftOut: groups.flatMap(group => group.members.filter(isUsed)).length,
  }
}

/** A group is left out whichever of its photos is used: the customer decides about it. */
const findUsedMembers = (ctx: Context, accountId: string, groups: readonly StoredGroup[]) =>
  findUsedPhotos(
    ctx,
    ctx.db,
    accountId,
    groups.flatMap(group => group.members.map(({ photoId }) => photoId)),
  )

/** Most groups that one run decides. */
const GROUPS_MAX = 20_000

/** Starts a run; the same id again answers how far it is. */
export async function startRun(
  ctx: Context,
  accountId: string,
  kind: TidyUpKind,
  runId: string,
): Promise<TidyUpRun> {
  if (!(await findRun(ctx.db, accountId, runId))) {
    const { groups } = await listUntouchedGroups(ctx, accountId, kind)
    const versions = groups.map(({ group_id, version }): [string, number] => [group_id, version])
    await change(ctx, async tx => {
      const run = { account_id: accountId, run_id: runId, kind, groups: versions }
      if (!(await insertRun(tx, { ...run, requested_at: ctx.clock.now() }))) return
      await ctx.jobs.send(tx, decideAllJob, [{ accountId, runId }])
      if (groups.length > 0) await record(ctx, tx, { accountId, kind: 'photos.tidied', subject: runId })
    })
  }
  const run = (await findRun(ctx.db, accountId, runId))!
  if (run.kind !== kind) throw new Failure('conflict', 'This id is of a run of another kind')
  return {
    runId,
    state: run.done < run.groups.length ? 'running' : 'done',
    groups: run.groups.length,
    done: run.done,
    binned: await countBinnedByRun(ctx.db, accountId, runId),
  }
}

/** Decides the groups of a run one by one. Groups that changed since its request, or whose photos are used now, stay open. */
export async function decideAll(
  ctx: Context,
  { accountId, runId }: { accountId: string; runId: string },
  signal: AbortSignal,
): Promise<void> {
  const run = await findRun(ctx.db, accountId, runId)
  if (!run) return
  for (let done = run.done; done < run.groups.length; done++) {
    signal.throwIfAborted()
    const [groupId, version] = run.groups[done]!
    const group = await findGroup(ctx.db, accountId, { kind: run.kind, groupId })
    const binnedIds = group ? listBinnedAtFirst(group.members).map(({ photoId }) => photoId) : []
    const used = await findUsedMembers(ctx, accountId, group ? [group] : [])
    const keep = group?.members.map(({ photoId }) => photoId).filter(id => !binnedIds.includes(id)) ?? []
    const decision = { kind: run.kind, groupId, version, keep, runId }
    const decide = (tx: Tx) => decideGroupIn(ctx, tx, accountId, decision)
    const step = (decideIn?: typeof decide) =>
      change(ctx, async tx => {
        if (!(await advanceRun(tx, run, done))) return false
        await decideIn?.(tx)
        return true
      })
    const isOurs =
      used.size === 0
        ? await step(decide).catch(error => {
            if (error instanceof Failure) return step()
            throw error
          })
        : await step()
    // The run was undone, or another worker has taken this step.
    if (!isOurs) return
  }
}
