import { SUGGESTION_SOURCE_MAX } from '#contract/selection-drafts.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { findPrintedPhotoIds, listSelectedPhotoIds } from '../albums/index.ts'
import { type FactsOfPhoto, findFailedPhotoIds, listPhotoFacts } from '../photos/index.ts'
import { listGroupedPhotos } from '../similar-photos/index.ts'
import type { DraftSource } from './draft-body.ts'
import type { Candidate } from './selection/candidate.ts'

/**
 * Loads what is known of the photos that a selection is suggested from: those of the source that are in the library and can be
 * shown. `looked`: of how many the picture was looked at.
 */
export async function loadCandidates(
  ctx: Context,
  accountId: string,
  source: DraftSource | null | undefined,
): Promise<{ candidates: Candidate[]; looked: { done: number; of: number } }> {
  const { db } = ctx
  const selectedIds = source ? await listSelectedPhotoIds(db, accountId, source, ctx.clock.now()) : undefined
  checkSize(selectedIds?.length ?? 0)
  const facts = await listPhotoFacts(db, accountId, selectedIds)
  checkSize(facts.length)
  const isLookedAt = ({ facts_version }: FactsOfPhoto) => facts_version > 0
  const waitingIds = facts.filter(each => !isLookedAt(each)).map(({ photo_id }) => photo_id)
  const failedIds = await findFailedPhotoIds(db, accountId, waitingIds)
  const printedIds = await findPrintedPhotoIds(db, accountId)
  const groups = await listGroupedPhotos(db, accountId)
  const shown = facts.filter(({ photo_id }) => !failedIds.has(photo_id))
  return {
    candidates: shown.map(row => ({
      ...toCandidate(row),
      isPrinted: printedIds.has(row.photo_id),
      groups: groups.get(row.photo_id) ?? [],
    })),
    looked: { done: shown.filter(isLookedAt).length, of: shown.length },
  }
}

function checkSize(photos: number): void {
  if (photos > SUGGESTION_SOURCE_MAX)
    throw new Failure('bad-request', `Not valid: more than ${SUGGESTION_SOURCE_MAX} photos`, {
      fields: { selection: 'too-many' },
    })
}

/** Reads the local time of a photo in milliseconds, as if it were UTC; undefined without a date. */
export const readTakenAt = ({ taken_unknown, taken_sort }: FactsOfPhoto): number | undefined =>
  taken_unknown ? undefined : Date.parse(`${taken_sort.replace(' ', 'T').slice(0, 23)}Z`)

const toCandidate = (row: FactsOfPhoto) => ({
  photoId: row.photo_id,
  takenAt: readTakenAt(row),
  width: row.width,
  height: row.height,
  sharpness: row.sharpness ?? undefined,
  dark: row.dark ?? 0,
  light: row.light ?? 0,
  kind: row.kind ?? 'photo',
})
