import { z } from 'zod'
import { idInput } from '#contract/id.ts'
import * as contract from '#contract/tidy-up.ts'
import { type CursorScope, decodeCursor, encodeCursor, sortTime } from '../../http/cursor.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { countLookedAt, countPhotos, countWaitingIngests, getAddressExpiry } from '../photos/index.ts'
import { getTotals, startRun } from './decide-all.ts'
import { decideGroup } from './decide-group.ts'
import { presentGroups } from './present.ts'
import { separateCopies } from './separate-copies.ts'
import { countOpenGroups, findGroup, type GroupCursor, listOpenGroups } from './store/groups.ts'
import { undoDecision } from './undo-decision.ts'

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
