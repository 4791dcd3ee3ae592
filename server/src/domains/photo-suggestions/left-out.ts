import type { LeftOutKind } from '#contract/selection-drafts.ts'
import type { Context } from '../../context.ts'
import { requireAttempt } from './attempts.ts'
import { listChosenIds } from './draft-body.ts'
import { loadCandidates } from './load-candidates.ts'
import { selectCandidates } from './selection/suggest-selection.ts'
import type { DraftRow } from './store.ts'

/** Lists the photos of a draft's source that are left out for this reason and not chosen, in the order of time. Limits as createDraft. */
export async function listLeftOut(ctx: Context, row: DraftRow, kind: LeftOutKind): Promise<string[]> {
  await requireAttempt(ctx, row.account_id)
  const { candidates } = await loadCandidates(ctx, row.account_id, row.source)
  const { leftOut } = selectCandidates(candidates, row.leave_out)
  const chosenIds = new Set(listChosenIds(row.body))
  return candidates
    .filter(({ photoId }) => leftOut.get(photoId) === kind && !chosenIds.has(photoId))
    .toSorted((a, b) => (a.takenAt ?? 0) - (b.takenAt ?? 0) || (a.photoId < b.photoId ? -1 : 1))
    .map(({ photoId }) => photoId)
}
