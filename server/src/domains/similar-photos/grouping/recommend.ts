import type { ComparedPhoto, GroupMember, MemberReason } from './compared-photo.ts'
import type { Copies } from './find-copies.ts'
import { isBadlyLit, isBurntOut, isTooDark, scoreLightAndSize } from './light-and-size.ts'
import { ALMOST_AS_SHARP, BLURRED } from './limits.ts'

/**
 * Recommends one of similar shots and says of each photo why or why not (NX-222): 60 % sharpness within the group, 25 % light,
 * 15 % pixels up to 12 megapixels. The recommended one is first, then by score; blurred ones come after all others.
 */
export function recommendShot(shots: readonly ComparedPhoto[]): GroupMember[] {
  const bestSharpness = Math.max(...shots.map(({ sharpness = 0 }) => sharpness))
  const scored = shots
    .map(photo => ({ photo, score: getScore(photo, shots), isBlurred: isBlurred(photo, bestSharpness) }))
    .toSorted(
      (a, b) =>
        Number(a.isBlurred) - Number(b.isBlurred) ||
        b.score - a.score ||
        (a.photo.photoId < b.photo.photoId ? -1 : 1),
    )
  return scored.map(({ photo, score }, place) => ({
    photoId: photo.photoId,
    score,
    reason: findReason(photo, { bestSharpness, isBest: place === 0 }),
    turn: 0,
  }))
}

/** Whether a photo of similar shots starts as 'Keep': the recommended one and those that are almost as sharp. */
export const isKeptAtFirst = (reason: MemberReason): boolean => KEPT_REASONS.includes(reason)

const KEPT_REASONS: readonly MemberReason[] = [
  'best-version',
  'sharpest',
  'sharpest-well-lit',
  'best-lit',
  'almost-as-sharp',
]

/** Scores a photo among those it is compared with, 0 to 1. */
function getScore(photo: ComparedPhoto, among: readonly ComparedPhoto[]): number {
  const { sharpness = 0 } = photo
  const lessSharp = among.filter(other => (other.sharpness ?? 0) < sharpness).length
  const rank = among.length > 1 ? lessSharp / (among.length - 1) : 1
  return 0.6 * rank + scoreLightAndSize(photo)
}

function findReason(
  photo: ComparedPhoto,
  { bestSharpness, isBest }: { bestSharpness: number; isBest: boolean },
): MemberReason {
  const { sharpness = 0 } = photo
  const isAlmostAsSharp = sharpness >= ALMOST_AS_SHARP * bestSharpness
  if (isBest && sharpness === bestSharpness) return isBadlyLit(photo) ? 'sharpest' : 'sharpest-well-lit'
  if (isBest) return isAlmostAsSharp ? 'almost-as-sharp' : 'best-lit'
  if (isBlurred(photo, bestSharpness)) return 'blurred'
  if (isTooDark(photo)) return 'too-dark'
  if (isBurntOut(photo)) return 'burnt-out'
  return isAlmostAsSharp ? 'almost-as-sharp' : 'less-sharp'
}

const isBlurred = ({ sharpness = 0 }: ComparedPhoto, bestSharpness: number) =>
  sharpness < BLURRED * bestSharpness

/** Says of each copy how it differs from the best version, which is first. */
export function recommendVersion(copies: readonly Copies[]): GroupMember[] {
  const best = copies[0]!.photo
  return copies.map(({ photo, turn }, place) => ({
    photoId: photo.photoId,
    score: (photo.width * photo.height) / (best.width * best.height),
    reason: place === 0 ? 'best-version' : findDifference(best, photo, turn),
    turn,
  }))
}

function findDifference(best: ComparedPhoto, photo: ComparedPhoto, turn: number): MemberReason {
  if (turn !== 0) return 'turned'
  const isSmaller = photo.width * photo.height < best.width * best.height
  if (!isSmaller) return 'same'
  // A crop keeps the scale of the pixels; a scaled copy keeps the ratio exactly.
  const isScaled = Math.abs((photo.width * best.height) / (photo.height * best.width) - 1) < 0.005
  return isScaled ? 'smaller' : 'cropped'
}
