import { type LeftOutKind, leftOutKind } from '#contract/selection-drafts.ts'
import { isBadlyLit } from '../../similar-photos/index.ts'
import type { Candidate } from './candidate.ts'
import { type Choice, chooseInEvent, isUpright, type Orientation } from './choose-in-event.ts'
import { divideIntoEvents } from './events.ts'

export interface SuggestionOptions {
  wanted: number
  leaveOut: readonly LeftOutKind[]
  /** 0 for the first suggestion; 1, 2, … for others. */
  seed?: number
  /** Photos that the customer left out: they are not chosen. */
  removed?: readonly string[]
}

export interface Suggestion {
  /** In the order of time; events without a chosen photo included. */
  events: SuggestedEvent[]
  /** Photos by the kind for which they are, or could be, left out. */
  leftOut: Map<string, LeftOutKind>
}

export interface SuggestedEvent {
  /** The photos to choose from, in the order of time. */
  candidates: readonly Candidate[]
  choices: Choice[]
}

/**
 * Suggests a selection that covers the whole time: one photo of each event while there are at most `wanted`, at most one
 * of each group unless the customer wants similar ones, sharp and well lit. The same photos and options give the same selection, in whatever order the photos come.
 */
export function suggestSelection(photos: readonly Candidate[], options: SuggestionOptions): Suggestion {
  const { wanted, leaveOut, seed = 0 } = options
  const removedIds = new Set(options.removed)
  const { candidates: selected, leftOut } = selectCandidates(photos, leaveOut)
  const candidates = selected.filter(({ photoId }) => !removedIds.has(photoId))
  const events = divideIntoEvents(candidates, wanted)
  const seats = distributeSeats(
    events.map(({ length }) => length),
    wanted,
  )
  const orientation = createOrientation(candidates)
  return {
    events: events.map((event, place) => ({
      candidates: event,
      choices: chooseInEvent(event, seats[place]!, orientation, seed),
    })),
    leftOut,
  }
}

/** Selects the photos to choose from, at most one of each group, and says of which kind those are that are left out. */
export function selectCandidates(
  photos: readonly Candidate[],
  leaveOut: readonly LeftOutKind[],
): { candidates: Candidate[]; leftOut: Map<string, LeftOutKind> } {
  const leftOut = findLeftOut(photos, leaveOut)
  const isLeftOut = ({ photoId }: Candidate) => {
    const kind = leftOut.get(photoId)
    return kind !== undefined && leaveOut.includes(kind)
  }
  const candidates = photos.filter(photo => !isLeftOut(photo))
  return { candidates: leaveOut.includes('similar') ? keepOneOfEachGroup(candidates) : candidates, leftOut }
}

/** The share of upright photos is that of the source, between a quarter and three quarters. */
export const createOrientation = (photos: readonly Candidate[]): Orientation => ({
  wanted: Math.min(0.75, Math.max(0.25, photos.filter(isUpright).length / Math.max(1, photos.length))),
  upright: 0,
  chosen: 0,
})

/** Of a group whose best one is left out or not in the source the next one is taken, never two. */
function keepOneOfEachGroup(photos: readonly Candidate[]): Candidate[] {
  const takenGroups = new Set<string>()
  const taken = new Set<Candidate>()
  for (const photo of photos.filter(({ groups }) => groups.length > 0).toSorted(compareInGroups)) {
    if (photo.groups.some(({ groupId }) => takenGroups.has(groupId))) continue
    for (const { groupId } of photo.groups) takenGroups.add(groupId)
    taken.add(photo)
  }
  return photos.filter(photo => photo.groups.length === 0 || taken.has(photo))
}

/** Recommended ones first, then by sharpness. */
const compareInGroups = (a: Candidate, b: Candidate) =>
  Number(isBestOfAll(b)) - Number(isBestOfAll(a)) ||
  (b.sharpness ?? 0) - (a.sharpness ?? 0) ||
  (a.photoId < b.photoId ? -1 : 1)

const isBestOfAll = ({ groups }: Candidate) => groups.every(({ isBest }) => isBest)

/**
 * Distributes `wanted` places among events of these sizes: one each, the largest first if there are too few, and the rest by
 * Sainte-Laguë on the square root of the size, never more than an event has.
 */
export function distributeSeats(sizes: readonly number[], wanted: number): number[] {
  const seats = sizes.map(() => 0)
  const bySize = sizes.map((_, event) => event).toSorted((a, b) => sizes[b]! - sizes[a]! || a - b)
  let left = wanted
  for (const event of bySize) {
    if (left === 0) return seats
    if (sizes[event]! === 0) continue
    seats[event] = 1
    left--
  }
  while (left > 0) {
    let next = -1
    let highest = 0
    sizes.forEach((size, event) => {
      const priority = seats[event]! < size ? Math.sqrt(size) / (2 * seats[event]! + 1) : 0
      if (priority > highest) [next, highest] = [event, priority]
    })
    if (next < 0) return seats
    seats[next]!++
    left--
  }
  return seats
}

/** A photo alone is blurred below this sharpness, if it is among the least sharp ones of its source. */
const BLURRED_BELOW = 60

const BLURRED_SHARE = 0.03

/**
 * Finds the photos to leave out, each by its first reason: those of `leaveOut` come before the others, whose numbers say what they
 * would leave out besides.
 */
function findLeftOut(
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
