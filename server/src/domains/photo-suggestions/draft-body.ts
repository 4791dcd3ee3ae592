import type { z } from 'zod'
import type { photoSelection } from '#contract/photo-selection.ts'
import type { ChoiceReason } from '#contract/selection-drafts.ts'
import type { Candidate } from './selection/candidate.ts'

export type DraftSource = z.output<typeof photoSelection>

/** What changes of a draft: its choices, and what the customer left out. */
export interface DraftBody {
  /** In the order of time; photos without a date are the last event. */
  events: DraftBodyEvent[]
  /** Photos that the customer left out: they are not chosen again. */
  removed: string[]
}

export interface DraftBodyEvent {
  /** Milliseconds of the local times of its first and last photo; null without a date. */
  first: number | null
  last: number | null
  /** Photos to choose from. */
  photos: number
  /** In the order of time. */
  choices: DraftChoice[]
}

export interface DraftChoice {
  photoId: string
  takenAt: number | null
  reason: ChoiceReason
  /** The next best ones of the same part of the event. */
  alternatives: string[]
}

/** Lists the photos of a draft in the order in which it shows them. */
export const listChosenIds = ({ events }: DraftBody): string[] =>
  events.flatMap(({ choices }) => choices.map(({ photoId }) => photoId))

/** Sorts photos by time; those without one by their id. */
export const sortByTime = <Photo extends { photoId: string; takenAt?: number | null | undefined }>(
  photos: readonly Photo[],
): Photo[] =>
  photos.toSorted((a, b) => (a.takenAt ?? 0) - (b.takenAt ?? 0) || (a.photoId < b.photoId ? -1 : 1))

/** The choices among candidates as a draft stores them, with their times. */
export function addTimes(
  choices: readonly Omit<DraftChoice, 'takenAt'>[],
  candidates: readonly Candidate[],
): DraftChoice[] {
  const times = new Map(candidates.map(({ photoId, takenAt }) => [photoId, takenAt ?? null]))
  return choices.map(choice => ({ ...choice, takenAt: times.get(choice.photoId) ?? null }))
}

/** An event of a draft for a photo that belongs to none. */
export const createEvent = (takenAt: number | null): DraftBodyEvent => ({
  first: takenAt,
  last: takenAt,
  photos: 1,
  choices: [],
})
