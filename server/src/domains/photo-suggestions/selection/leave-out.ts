import { type LeftOutKind, leftOutKind } from '#contract/selection-drafts.ts'
import { isBadlyLit } from '../../similar-photos/index.ts'
import type { Candidate } from './candidate.ts'

/** A photo alone is blurred below this sharpness, if it is among the least sharp ones of its source. */
const BLURRED_BELOW = 60
const BLURRED_SHARE = 0.03

/**
 * Finds the photos to leave out, each by its first reason: those of `leaveOut` come before the others, whose numbers say what they
 * would leave out besides.
 */
export function findLeftOut(
  photos: readonly Candidate[],
  leaveOut: readonly LeftOutKind[],
): Map<string, LeftOutKind> {
  const blurredBelow = findBlurredBelow(photos)
  const kinds = leftOutKind.options.toSorted(
    (a, b) => Number(leaveOut.includes(b)) - Number(leaveOut.includes(a)),
  )
  const found = new Map<string, LeftOutKind>()
  for (const photo of photos) {
    const kind = kinds.find(each => isOfKind[each](photo, blurredBelow))
    if (kind) found.set(photo.photoId, kind)
  }
  return found
}

function findBlurredBelow(photos: readonly Candidate[]): number {
  const sharpnesses = photos.flatMap(({ sharpness }) => sharpness ?? []).toSorted((a, b) => a - b)
  return Math.min(BLURRED_BELOW, sharpnesses[Math.floor(sharpnesses.length * BLURRED_SHARE)] ?? 0)
}

const isOfKind: Readonly<Record<LeftOutKind, (photo: Candidate, blurredBelow: number) => boolean>> = {
  printed: ({ isPrinted }) => isPrinted,
  screenshots: ({ kind }) => kind !== 'photo',
  blurred: ({ sharpness }, blurredBelow) => sharpness !== undefined && sharpness < blurredBelow,
  'badly-lit': isBadlyLit,
  similar: ({ groups }) => groups.some(({ isBest }) => !isBest),
}
