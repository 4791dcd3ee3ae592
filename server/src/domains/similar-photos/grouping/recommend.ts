import type { ComparedPhoto, GroupMember, MemberReason } from './compared-photo.ts'
import type { Copy } from './find-copies.ts'
import { type Difference, hasCamera } from './find-difference.ts'
import { ALMOST_AS_SHARP, BLURRED, BURNT_OUT, LARGER, TOO_DARK } from './limits.ts'

/**
 * Recommends one of similar shots and says of each photo why or why not: 60 % sharpness within the group, 25 % light,
 * 15 % pixels up to 12 megapixels. A well-lit shot is recommended where there is one. The recommended one is first; then well-lit
 * ones, others and blurred ones, each by score.
 */
export function recommendShot(shots: readonly ComparedPhoto[]): GroupMember[] {
  const limits = findLimits(shots)
  return shots
    .map(photo => ({ photo, score: getScore(photo, shots), tier: getTier(photo, limits) }))
    .toSorted((a, b) => a.tier - b.tier || b.score - a.score || (a.photo.photoId < b.photo.photoId ? -1 : 1))
    .map(({ photo, score }, place) => ({
      photoId: photo.photoId,
      score,
      reason: place === 0 ? findMerit(photo, limits) : findFault(photo, limits),
      turn: 0,
    }))
}

/** The best sharpness of a group, and of its well-lit shots: noise and hard edges of the others are no sharpness. */
interface SharpnessLimits {
  best: number
  bestLit: number
}

function findLimits(shots: readonly ComparedPhoto[]): SharpnessLimits {
  const findBest = (among: readonly ComparedPhoto[]) =>
    Math.max(...among.map(({ sharpness = 0 }) => sharpness))
  const wellLit = shots.filter(shot => !isBadlyLit(shot))
  const best = findBest(shots)
  return { best, bestLit: wellLit.length > 0 ? findBest(wellLit) : best }
}

function getTier(photo: ComparedPhoto, limits: SharpnessLimits): number {
  if (isBlurred(photo, limits)) return 2
  return isBadlyLit(photo) ? 1 : 0
}

/**
 * Lists the members of a group that start as 'Bin', which a run over all groups bins: not the recommended one, shots that are almost
 * as sharp, and copies that are not certainly the same in a worse version; none where the original is not known.
 */
export const listBinnedAtFirst = (members: readonly GroupMember[]): GroupMember[] =>
  members[0]?.reason === 'undecided'
    ? []
    : members.filter(({ reason }, place) => place > 0 && !KEPT_REASONS.includes(reason))

const KEPT_REASONS: readonly MemberReason[] = [
  'best-version',
  'sharpest',
  'sharpest-well-lit',
  'best-lit',
  'almost-as-sharp',
  'cropped',
  'light',
  'detail',
  'edited',
  'undecided',
]

/** Scores a photo among those it is compared with, 0 to 1. */
function getScore(photo: ComparedPhoto, among: readonly ComparedPhoto[]): number {
  const { sharpness = 0 } = photo
  const lessSharp = among.filter(other => (other.sharpness ?? 0) < sharpness).length
  const rank = among.length > 1 ? lessSharp / (among.length - 1) : 1
  return 0.6 * rank + scoreLightAndSize(photo)
}

/** Why a shot is recommended. */
function findMerit(photo: ComparedPhoto, { best, bestLit }: SharpnessLimits): MemberReason {
  const { sharpness = 0 } = photo
  if (sharpness === best) return isBadlyLit(photo) ? 'sharpest' : 'sharpest-well-lit'
  return sharpness < bestLit && sharpness >= ALMOST_AS_SHARP * bestLit ? 'almost-as-sharp' : 'best-lit'
}

/** Why another one is recommended instead. */
function findFault(photo: ComparedPhoto, limits: SharpnessLimits): MemberReason {
  const { sharpness = 0 } = photo
  // Little light makes a shot less sharp, so it comes first.
  if (isTooDark(photo)) return 'too-dark'
  if (isBlurred(photo, limits)) return 'blurred'
  if (isBurntOut(photo)) return 'burnt-out'
  return sharpness >= ALMOST_AS_SHARP * limits.bestLit ? 'almost-as-sharp' : 'less-sharp'
}

const isBlurred = ({ sharpness = 0 }: ComparedPhoto, { bestLit }: SharpnessLimits) =>
  sharpness < BLURRED * bestLit

/**
 * Says of each copy how it differs from the best version, which is first; its turns are those that make it stand as that one. Where
 * it cannot be told which of two versions is the original, both are undecided. Turns and differences may be those from a best version
 * that has left.
 */
export function recommendVersion(copies: readonly Copy[]): GroupMember[] {
  const { photo: best, turn: bestTurn, difference: bestDifference } = copies[0]!
  const members = copies.map((copy, place) => {
    const turn = TURNS[(copy.turn - bestTurn + 4) % 4]!
    return {
      photoId: copy.photo.photoId,
      score: (copy.photo.width * copy.photo.height) / (best.width * best.height),
      turn,
      compared:
        place === 0
          ? undefined
          : compareVersions(best, {
              photo: copy.photo,
              turn,
              difference: add(bestDifference, copy.difference),
            }),
    }
  })
  const isDecided = members.every(({ compared }) => compared?.isDecided ?? true)
  return members.map(({ compared, ...member }) => ({
    ...member,
    reason: compared?.reason ?? (isDecided ? 'best-version' : 'undecided'),
  }))
}

const TURNS = [0, 1, 2, 3] as const

/** How two pictures differ at most that differ from a third one by these. */
const add = (a: Difference, b: Difference): Difference => (a === 'none' ? b : b === 'none' ? a : 'other')

/** How a member of a group differs from its best version, by the reason that it has. */
export const toDifference = (reason: MemberReason): Difference =>
  reason === 'light' || reason === 'detail'
    ? reason
    : reason === 'edited' || reason === 'cropped'
      ? 'other'
      : 'none'

/** Why a copy is not the best version, and whether that is certain. */
function compareVersions(
  best: ComparedPhoto,
  { photo, turn, difference }: Copy,
): { reason: MemberReason; isDecided: boolean } {
  const size = (photo.width * photo.height) / (best.width * best.height)
  const isSmaller = size < 1 - LARGER
  const isOriginalKnown = hasCamera(best) && !hasCamera(photo)
  const isDecided = isSmaller || (isOriginalKnown && size <= 1 + LARGER)
  if (difference === 'light' || difference === 'detail') return { reason: difference, isDecided }
  if (difference === 'other') return { reason: isScaled(best, photo, turn) ? 'edited' : 'cropped', isDecided }
  if (isDecided) return { reason: turn !== 0 ? 'turned' : size < 1 ? 'smaller' : 'same', isDecided }
  // The same pixels in the same kind of file: either can go.
  const isSame = turn === 0 && photo.contentType === best.contentType && size <= 1 + LARGER
  return { reason: isSame ? 'same' : 'undecided', isDecided: isSame }
}

/** A crop keeps the scale of the pixels; a scaled copy keeps the ratio exactly. */
function isScaled(best: ComparedPhoto, photo: ComparedPhoto, turn: GroupMember['turn']): boolean {
  const [width, height] = turn % 2 === 0 ? [photo.width, photo.height] : [photo.height, photo.width]
  return Math.abs((width * best.height) / (height * best.width) - 1) < 0.005
}

type Light = Pick<ComparedPhoto, 'dark' | 'light'>

/** The part of a photo's score that needs no other photo: 25 % light, 15 % pixels up to 12 megapixels; 0 to 0.4. */
export const scoreLightAndSize = ({
  dark,
  light,
  width,
  height,
}: Light & Pick<ComparedPhoto, 'width' | 'height'>) =>
  0.25 * (1 - Math.min(1, dark + light)) + 0.15 * Math.min(1, (width * height) / 12e6)

/** Whether a photo is too dark or burnt out. */
export const isBadlyLit = (photo: Light): boolean => isTooDark(photo) || isBurntOut(photo)

const isTooDark = ({ dark }: Light): boolean => dark > TOO_DARK

const isBurntOut = ({ light }: Light): boolean => light > BURNT_OUT
