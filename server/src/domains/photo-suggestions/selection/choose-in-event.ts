import type { ChoiceReason } from '#contract/selection-drafts.ts'
import { scoreLightAndSize } from '../../similar-photos/index.ts'
import type { Candidate } from './candidate.ts'

export interface Choice {
  photoId: string
  reason: ChoiceReason
  /** The next best of the same part of the event, for swapping. */
  alternatives: string[]
}

/** How many of a selection are upright, and how many should be. */
export interface Orientation {
  /** Share of upright photos that the selection should have. */
  wanted: number
  upright: number
  chosen: number
}

const BALANCE = 0.05
const ALTERNATIVES_MAX = 4

/**
 * Chooses photos of an event: the best of each of `seats` equal parts in the order of time, with a slight preference for the
 * orientation that the selection lacks. `seed` 1, 2, … takes the second, third best ones. Updates `orientation`.
 */
export function chooseInEvent(
  photos: readonly Candidate[],
  seats: number,
  orientation: Orientation,
  seed = 0,
): Choice[] {
  return divide(photos, seats).map(part => {
    const ranked = rank(part)
    const lacking = findLackingOrientation(orientation)
    const isLacking = (photo: Candidate) =>
      lacking !== undefined && isUpright(photo) === (lacking === 'upright')
    const ordered = ranked
      .map(each => ({ ...each, total: each.score + (isLacking(each.photo) ? BALANCE : 0) }))
      .toSorted((a, b) => b.total - a.total || (a.photo.photoId < b.photo.photoId ? -1 : 1))
    const place = seed % ordered.length
    const { photo } = ordered[place]!
    const isBalanced = place === 0 && lacking === 'upright' && isUpright(photo) && photo !== ranked[0]!.photo
    orientation.chosen++
    if (isUpright(photo)) orientation.upright++
    return {
      photoId: photo.photoId,
      reason: findReason(photo, part, { photos, isBalanced }),
      alternatives: ordered
        .filter((_, at) => at !== place)
        .map(({ photo }) => photo.photoId)
        .slice(0, ALTERNATIVES_MAX),
    }
  })
}

export const isUpright = ({ width, height }: Pick<Candidate, 'width' | 'height'>): boolean => height > width

function findLackingOrientation({
  wanted,
  upright,
  chosen,
}: Orientation): 'upright' | 'landscape' | undefined {
  if (chosen === 0) return undefined
  const share = upright / chosen
  if (share < wanted) return 'upright'
  return share > wanted ? 'landscape' : undefined
}

function divide<P>(photos: readonly P[], parts: number): P[][] {
  const length = Math.min(parts, photos.length)
  return Array.from({ length }, (_, part) =>
    photos.slice(
      Math.floor((part * photos.length) / length),
      Math.floor(((part + 1) * photos.length) / length),
    ),
  )
}

/**
 * Scores photos among each other: 60 % sharpness as a share of the sharpest one, the rest light and size; best first. Not the rank: of two nearly equal photos one would count as blurred.
 */
function rank(photos: readonly Candidate[]): { photo: Candidate; score: number }[] {
  const highest = photos.reduce((most, { sharpness = 0 }) => Math.max(most, sharpness), 1)
  return photos
    .map(photo => ({
      photo,
      score: (0.6 * (photo.sharpness ?? 0)) / highest + scoreLightAndSize(photo),
    }))
    .toSorted((a, b) => b.score - a.score || (a.photo.photoId < b.photo.photoId ? -1 : 1))
}

function findReason(
  photo: Candidate,
  part: readonly Candidate[],
  { photos, isBalanced }: { photos: readonly Candidate[]; isBalanced: boolean },
): ChoiceReason {
  const group = photo.groups.find(({ isBest }) => isBest)
  if (group) return { kind: 'best-of-group', of: group.photos }
  if (isBalanced) return { kind: 'upright' }
  if (part.length > 1) {
    const isSharpest = part.every(({ sharpness = 0 }) => sharpness <= (photo.sharpness ?? 0))
    return { kind: isSharpest && photo.sharpness !== undefined ? 'sharpest' : 'best', of: part.length }
  }
  const day = getDay(photo)
  const isOnly = day !== undefined && photos.every(other => other === photo || getDay(other) !== day)
  return isOnly ? { kind: 'only-of-day' } : { kind: 'part-of-event' }
}

const DAY_MS = 86_400_000
const getDay = ({ takenAt }: Candidate) => (takenAt === undefined ? undefined : Math.floor(takenAt / DAY_MS))
