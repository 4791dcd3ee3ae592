import * as contract from '#contract/selection-drafts.ts'
import { DRAFT_DAYS, type LeftOutKind, type SelectionDraft } from '#contract/selection-drafts.ts'
import { type Context, change } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { decodeOffset, encodeOffset } from '../../http/cursor.ts'
import { requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { deleteRows } from '../../platform/db/rows.ts'
import { runOnSchedule } from '../../platform/jobs/jobs.ts'
import { createImagePresenter, findPhotos, getAddressExpiry } from '../photos/index.ts'
import { countSuggestion } from './attempts.ts'
import { changeDraft } from './change-draft.ts'
import { createDraft, summarizeSource } from './create-draft.ts'
import { type DraftBodyEvent, listChosenIds, sortByTime } from './draft-body.ts'
import { loadCandidates } from './load-candidates.ts'
import type { Candidate } from './selection/candidate.ts'
import { selectCandidates } from './selection/suggest-selection.ts'
import { type DraftRow, deleteOldDrafts, findDraft } from './store.ts'
import { photoSuggestionTables } from './tables.ts'

const presentTimes = ({ first, last }: DraftBodyEvent) =>
  first === null || last === null ? {} : { first: formatTime(first), last: formatTime(last) }

const formatTime = (time: number) => new Date(time).toISOString().slice(0, 19)

const photoSuggestionRoutes: readonly Route[] = [
  route(contract.summarizeSuggestionSource, ({ ctx, caller, body }) =>
    summarizeSource(ctx, caller.accountId, body),
  ),

  route(contract.createSelectionDraft, async ({ ctx, caller, body, origin }) =>
    presentDraft(ctx, await createDraft(ctx, caller.accountId, body), origin),
  ),

  route(contract.getSelectionDraft, async ({ ctx, caller, params, origin }) => {
    const row = requireFound(await findDraft(ctx.db, caller.accountId, params.id), 'Draft')
    return presentDraft(ctx, row, origin)
  }),

  route(contract.changeSelectionDraft, async ({ ctx, caller, params, body, origin }) =>
    presentDraft(ctx, await changeDraft(ctx, caller.accountId, params.id, body), origin),
  ),

  route(contract.deleteSelectionDraft, async ({ ctx, caller, params }) => {
    const key = { account_id: caller.accountId, draft_id: params.id }
    await change(ctx, tx => deleteRows(tx.db, 'selection_drafts', key))
  }),

  route(contract.getDraftAlternatives, async ({ ctx, caller, params, origin }) => {
    const row = await findDraft(ctx.db, caller.accountId, params.id)
    const choices = row?.body.events.flatMap(event => event.choices) ?? []
    const choice = requireFound(
      choices.find(({ photoId }) => photoId === params.photoId),
      'Photo',
    )
    const chosenIds = new Set(choices.map(({ photoId }) => photoId))
    const ids = choice.alternatives.filter(id => !chosenIds.has(id))
    return presentImages(ctx, caller.accountId, origin, ids)
  }),

  route(contract.getDraftLeftOut, async ({ ctx, caller, params, query, origin }) => {
    const row = requireFound(await findDraft(ctx.db, caller.accountId, params.id), 'Draft')
    const ids = await listLeftOut(ctx, row, params.kind)
    const scope = ['left-out', row.draft_id, params.kind] as const
    const start = decodeOffset(scope, query.cursor)
    const end = start + query.limit
    return {
      photos: ids.length,
      cursor: end < ids.length ? encodeOffset(scope, end) : null,
      ...(await presentImages(ctx, caller.accountId, origin, ids.slice(start, end))),
    }
  }),
]

const BATCH = 500

/** Suggested selections: photos that cover a time, chosen by rules that can be explained, and changed by the customer. */
export const photoSuggestions = defineDomain({
  name: 'photo-suggestions',
  dependsOn: ['identity', 'photos', 'albums', 'similar-photos'],
  tables: photoSuggestionTables,
  routes: photoSuggestionRoutes,
  jobs: [runOnSchedule('selection-drafts.tidy', '41 4 * * *', cleanUpDrafts, { leaseSeconds: 600 })],
  eraseAccount: eraseRows(photoSuggestionTables),
})

/** Deletes drafts that were not changed for 30 days. */
export async function cleanUpDrafts(ctx: Context, signal: AbortSignal): Promise<void> {
  const changedBefore = new Date(ctx.clock.now().getTime() - DRAFT_DAYS * 86_400_000)
  while (!signal.aborted && (await deleteOldDrafts(ctx.db, changedBefore, BATCH)) === BATCH) {}
}

/** Presents photos in the order of their ids in the list; those that left the library are missing. */
async function presentImages(ctx: Context, accountId: string, origin: string, ids: readonly string[]) {
  const photos = new Map((await findPhotos(ctx.db, accountId, ids)).map(photo => [photo.photo_id, photo]))
  const present = createImagePresenter(ctx, accountId, origin)
  return {
    images: ids.flatMap(id => {
      const photo = photos.get(id)
      return photo ? [present(photo)] : []
    }),
    addressesExpire: getAddressExpiry(ctx),
  }
}

/** Lists the photos of a draft's source that are left out for this reason and not chosen, in the order of time. Limits as createDraft. */
async function listLeftOut(ctx: Context, row: DraftRow, kind: LeftOutKind): Promise<string[]> {
  await countSuggestion(ctx, row.account_id)
  const { candidates } = await loadCandidates(ctx, row.account_id, row.source)
  const { leftOut } = selectCandidates(candidates, row.leave_out)
  const chosenIds = new Set(listChosenIds(row.body))
  const isListed = ({ photoId }: Candidate) => leftOut.get(photoId) === kind && !chosenIds.has(photoId)
  return sortByTime(candidates.filter(isListed)).map(({ photoId }) => photoId)
}

/** Presents a draft; chosen photos that left the library are missing. */
async function presentDraft(ctx: Context, row: DraftRow, origin: string): Promise<SelectionDraft> {
  const { body } = row
  const photos = await findPhotos(ctx.db, row.account_id, listChosenIds(body))
  const photoById = new Map(photos.map(photo => [photo.photo_id, photo]))
  const present = createImagePresenter(ctx, row.account_id, origin)
  const previous = row.history.at(-1)?.version
  return {
    draftId: row.draft_id,
    version: row.version,
    wanted: row.wanted,
    leaveOut: row.leave_out,
    seed: row.seed,
    photos: row.photos,
    events: body.events.map(event => ({
      ...presentTimes(event),
      photos: event.photos,
      choices: event.choices.flatMap(({ photoId, reason }) => {
        const photo = photoById.get(photoId)
        return photo ? [{ image: present(photo), reason }] : []
      }),
    })),
    leftOut: row.left_out,
    looked: row.looked,
    ...(previous === undefined ? {} : { previous }),
    addressesExpire: getAddressExpiry(ctx),
  }
}
