import type { Candidate, LeftOutKind } from './candidate.ts'
import { type Choice, chooseInEvent, isUpright, type Orientation } from './choose-in-event.ts'
import { divideIntoEvents } from './events.ts'
import { findLeftOutKinds } from './leave-out.ts'
import { distributeSeats } from './seats.ts'

export interface SuggestionOptions {
  /** Number of photos. */
  wanted: number
  leaveOut: readonly LeftOutKind[]
  /** 0 for the first suggestion; 1, 2, … for others (NX-236). */
  seed?: number
}

export interface Suggestion {
  /** In the order of time; events without a chosen photo included. */
  events: SuggestedEvent[]
  /** Photos that the options leave out, by reason. */
  leftOut: Map<string, LeftOutKind>
}

export interface SuggestedEvent {
  /** The photos to choose from, in the order of time. */
  candidates: readonly Candidate[]
  choices: Choice[]
}

/**
 * Suggests a selection that covers the whole time (NX-232): one photo of each event while there are at most `wanted`, at most one
 * of each group, sharp and well lit. The same photos and options give the same selection, in whatever order the photos come.
 */
export function suggestSelection(photos: readonly Candidate[], options: SuggestionOptions): Suggestion {
  const { wanted, leaveOut, seed = 0 } = options
  const kinds = findLeftOutKinds(photos)
  const leftOut = new Map([...kinds].filter(([, kind]) => leaveOut.includes(kind)))
  const candidates = keepOneOfEachGroup(photos.filter(({ photoId }) => !leftOut.has(photoId)))
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

/** The share of upright photos is that of the source, between a quarter and three quarters. */
export const createOrientation = (photos: readonly Candidate[]): Orientation => ({
  wanted: Math.min(0.75, Math.max(0.25, photos.filter(isUpright).length / Math.max(1, photos.length))),
  upright: 0,
  chosen: 0,
})

/** Of a group whose best one is left out or not in the source the next one is taken, never two. */
function keepOneOfEachGroup(photos: readonly Candidate[]): Candidate[] {
  const kept = new Map<string, Candidate>()
  for (const photo of photos) {
    if (!photo.group) continue
    const { groupId } = photo.group
    const other = kept.get(groupId)
    if (!other || isBetter(photo, other)) kept.set(groupId, photo)
  }
  return photos.filter(photo => !photo.group || kept.get(photo.group.groupId) === photo)
}

function isBetter(a: Candidate, b: Candidate): boolean {
  const difference =
    Number(a.group!.isBest) - Number(b.group!.isBest) ||
    (a.sharpness ?? 0) - (b.sharpness ?? 0) ||
    (a.photoId < b.photoId ? 1 : -1)
  return difference > 0
}
