import { BURNT_OUT, TOO_DARK } from '../../similar-photos/index.ts'
import type { Candidate, LeftOutKind } from './candidate.ts'

/** A photo alone is blurred below this sharpness, if it is among the least sharp ones of its source. */
const BLURRED_BELOW = 60
const BLURRED_SHARE = 0.03

/** Finds for each photo the first reason to leave it out, whether the customer wants that or not. */
export function findLeftOutKinds(photos: readonly Candidate[]): Map<string, LeftOutKind> {
  const sharpnesses = photos.flatMap(({ sharpness }) => sharpness ?? []).toSorted((a, b) => a - b)
  const limit = Math.min(BLURRED_BELOW, sharpnesses[Math.floor(sharpnesses.length * BLURRED_SHARE)] ?? 0)
  const found = new Map<string, LeftOutKind>()
  for (const photo of photos) {
    const kind = findKind(photo, limit)
    if (kind) found.set(photo.photoId, kind)
  }
  return found
}

function findKind(photo: Candidate, blurredBelow: number): LeftOutKind | undefined {
  if (photo.isPrinted) return 'printed'
  if (photo.kind !== 'photo') return 'screenshots'
  if (photo.sharpness !== undefined && photo.sharpness < blurredBelow) return 'blurred'
  if (photo.dark > TOO_DARK || photo.light > BURNT_OUT) return 'badly-lit'
  return photo.group && !photo.group.isBest ? 'similar' : undefined
}
