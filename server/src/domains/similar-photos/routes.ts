import { z } from 'zod'
import { idInput } from '#contract/id.ts'
import type { Image } from '#contract/photos.ts'
import type { TidyUpGroup } from '#contract/tidy-up.ts'
import * as contract from '#contract/tidy-up.ts'
import { type Context, change } from '../../context.ts'
import { type CursorScope, decodeCursor, encodeCursor, sortTime } from '../../http/cursor.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { createAlbumNamesLoader } from '../albums/index.ts'
import {
  countLookedAt,
  countPhotos,
  countWaitingIngests,
  createImagePresenter,
  findPhotos,
  getAddressExpiry,
} from '../photos/index.ts'
import { getTotals, startRun } from './decide-all.ts'
import { decideGroup } from './decide-group.ts'
import { listBinnedAtFirst } from './grouping/recommend.ts'
import { publishTidyUpChange } from './notifications.ts'
import { requestGrouping } from './request-grouping.ts'
import { lockGroups } from './store/groupings.ts'
import {
  countOpenGroups,
  deleteGroups,
  findGroup,
  type GroupCursor,
  listOpenGroups,
  type StoredGroup,
} from './store/groups.ts'
import { insertDistinctions } from './store/pairs.ts'
import { undoDecision } from './undo-decision.ts'
import { findUsedPhotos } from './used-photos.ts'

export const tidyUpRoutes: readonly Route[] = [
  route(contract.getTidyUp, async ({ ctx, caller: { accountId } }) => {
    const counts = await countOpenGroups(ctx.db, accountId)
    const of = await countPhotos(ctx.db, accountId)
    const waiting = await countWaitingIngests(ctx.db, accountId)
    const lookedAt = (await countLookedAt(ctx.db, accountId)) ?? of
    const done = Math.max(0, Math.min(of - waiting, lookedAt))
    return {
      similar: counts.get('similar') ?? NONE,
      copies: counts.get('copies') ?? NONE,
      state: done < of ? ('searching' as const) : ('ready' as const),
      done,
      of,
    }
  }),

  route(contract.getTidyUpTotals, ({ ctx, caller, params }) => getTotals(ctx, caller.accountId, params.kind)),

  route(contract.getTidyUpGroups, async ({ ctx, caller, params, query, origin }) => {
    const { accountId } = caller
    const scope: CursorScope = ['tidy-up', accountId, params.kind]
    const cursor = readCursor(scope, query.cursor)
    const { groups, next } = await listOpenGroups(ctx.db, accountId, params.kind, {
      cursor,
      limit: query.limit,
    })
    return {
      cursor: next && encodeCursor(scope, [next.takenSort, next.groupId]),
      groups: await presentGroups(ctx, { accountId, origin }, groups),
      addressesExpire: getAddressExpiry(ctx),
    }
  }),

  route(contract.getTidyUpGroup, async ({ ctx, caller: { accountId }, params, origin }) => {
    const group = await findGroup(ctx.db, accountId, params)
    if (group?.state !== 'open') throw notFound('Group')
    const [presented] = await presentGroups(ctx, { accountId, origin }, [group])
    return { group: presented!, addressesExpire: getAddressExpiry(ctx) }
  }),

  route(contract.decideGroup, ({ ctx, caller, params, body }) =>
    decideGroup(ctx, caller.accountId, { ...params, ...body }),
  ),

  route(contract.separateCopies, ({ ctx, caller, params, body }) =>
    separateCopies(ctx, caller.accountId, params.groupId, body.photoIds),
  ),

  route(contract.decideAllGroups, ({ ctx, caller, params, body }) =>
    startRun(ctx, caller.accountId, params.kind, body.requestId),
  ),

  route(contract.undoDecision, ({ ctx, caller, params }) => undoDecision(ctx, caller.accountId, params.id)),
]

const NONE = { groups: 0, photos: 0 }

function readCursor(scope: CursorScope, text: string | undefined): GroupCursor | null {
  if (text === undefined) return null
  const [takenSort, groupId] = decodeCursor(scope, text, z.tuple([sortTime, idInput]))
  return { takenSort, groupId }
}

/**
 * Records that these photos of a group show different pictures. The group is gone at once; what is left of it is
 * found again by the next search.
 */
async function separateCopies(
  ctx: Context,
  accountId: string,
  groupId: string,
  photoIds: readonly string[],
): Promise<void> {
  await change(ctx, async tx => {
    await lockGroups(tx, accountId)
    const group = requireFound(await findGroup(tx.db, accountId, { kind: 'copies', groupId }), 'Group')
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

/** Presents groups with the pictures of their members and what those are part of. */
async function presentGroups(
  ctx: Context,
  { accountId, origin }: { accountId: string; origin: string },
  groups: readonly StoredGroup[],
): Promise<TidyUpGroup[]> {
  const photoIds = groups.flatMap(group => group.members.map(({ photoId }) => photoId))
  const present = createImagePresenter(ctx, accountId, origin)
  const rows = await findPhotos(ctx.db, accountId, photoIds)
  const images = new Map<string, Image>(rows.map(row => [row.photo_id, present(row)]))
  const used = await findUsedPhotos(ctx, ctx.db, accountId, photoIds)
  const loadAlbumNames = await createAlbumNamesLoader(ctx.db, accountId)
  const copyIds = groups
    .filter(({ kind }) => kind === 'copies')
    .flatMap(({ members }) => members.map(({ photoId }) => photoId))
  const albumNames = copyIds.length > 0 ? await loadAlbumNames(copyIds) : new Map<string, string[]>()
  return groups.map(({ group_id, version, members }) => {
    const binned = new Set(listBinnedAtFirst(members))
    return {
      groupId: group_id,
      version,
      members: members.flatMap(member => {
        const { photoId, reason, turn } = member
        const image = images.get(photoId)
        const use = used.get(photoId)
        if (!image) return []
        return [
          {
            image,
            reason,
            keep: use !== undefined || !binned.has(member),
            turn,
            ...(use ? { use } : {}),
            albumNames: [...(albumNames.get(photoId) ?? [])],
          },
        ]
      }),
    }
  })
}
