import type { LeftOutKind } from '#contract/selection-drafts.ts'
import type { Candidate } from './candidate.ts'
import { type Choice, chooseInEvent, isUpright, type Orientation } from './choose-in-event.ts'
import { divideIntoEvents } from './events.ts'
import { findLeftOut } from './leave-out.ts'
import { distributeSeats } from './seats.ts'

export interface SuggestionOptions {
  /** Number of photos. */
  wanted: number
  leaveOut: readonly LeftOutKind[]
  /** 0 for the first suggestion; 1, 2, … for others (NX-236). */
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
 * Suggests a selection that covers the whole time (NX-232): one photo of each event while there are at most `wanted`, at most one
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
