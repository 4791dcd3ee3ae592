import type { Candidate } from './candidate.ts'

const HOUR_MS = 3_600_000
/** Photos of one event are taken with shorter pauses. */
const PAUSE_MS = 6 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
/** Photos of an event that must not be missing from a selection. */
const EVENT_PHOTOS_MIN = 5

/**
 * Divides photos into events by the pauses between them, in the order of time; photos without a date are the last event
 * (plan 'Find and choose' §10). Every pause of six hours ends an event while that makes at most `wanted` events; then pauses
 * of a day do, while events of five and more photos are at most that many; then the longest pauses only, for a third of
 * `wanted`, so that large events still get several photos.
 */
export function divideIntoEvents<P extends Pick<Candidate, 'takenAt' | 'photoId'>>(
  photos: readonly P[],
  wanted: number,
): P[][] {
  const dated = photos.filter(({ takenAt }) => takenAt !== undefined).toSorted(compareTimes)
  const undated = photos.filter(({ takenAt }) => takenAt === undefined)
  const rest = undated.length > 0 ? [undated.toSorted(compareIds)] : []
  const wantedDated = Math.max(1, wanted - rest.length)
  const short = cutAt(dated, PAUSE_MS)
  if (short.length <= wantedDated) return [...short, ...rest]
  const days = cutAt(dated, DAY_MS)
  if (days.filter(({ length }) => length >= EVENT_PHOTOS_MIN).length <= wantedDated) return [...days, ...rest]
  return [...cutAt(dated, findPause(dated, Math.max(1, Math.floor(wantedDated / 3)))), ...rest]
}

const compareIds = (a: Pick<Candidate, 'photoId'>, b: Pick<Candidate, 'photoId'>) =>
  a.photoId < b.photoId ? -1 : 1

const compareTimes = (a: Pick<Candidate, 'takenAt' | 'photoId'>, b: Pick<Candidate, 'takenAt' | 'photoId'>) =>
  a.takenAt! - b.takenAt! || compareIds(a, b)

function cutAt<P extends Pick<Candidate, 'takenAt'>>(photos: readonly P[], pauseMs: number): P[][] {
  const events: P[][] = []
  photos.forEach((photo, place) => {
    const before = photos[place - 1]
    if (before && photo.takenAt! - before.takenAt! <= pauseMs) events.at(-1)!.push(photo)
    else events.push([photo])
  })
  return events
}

/** Finds the pause at which there are at most `events` events. */
function findPause(photos: readonly Pick<Candidate, 'takenAt'>[], events: number): number {
  const pauses = photos.slice(1).map((photo, place) => photo.takenAt! - photos[place]!.takenAt!)
  return Math.max(DAY_MS, pauses.toSorted((a, b) => b - a)[events - 1] ?? DAY_MS)
}
