import type { ActivationStatus } from '#contract/activation.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { userForTests } from '#web/gallery/photo-list/photo.testing.ts'

/** The storage of a library with 14 months left. */
export const STATUS: StorageStatus = {
  status: 'safe',
  monthsRemaining: 14,
  daysRemaining: 430,
  deletionDate: '2027-03-05T00:00:00Z',
  lastOrderDate: '2025-09-05T10:00:00Z',
  registrationDate: '2020-01-01T00:00:00Z',
  projectCount: 2,
  delayedDeletionDate: null,
  projectedDeletionDate: '2027-03-05T00:00:00Z',
  lastRestorableDay: '2027-04-03',
}

/** Answers the status, and the other paths of photo management that are given. */
export async function answerStorage(
  input: RequestInfo | URL,
  status: Partial<StorageStatus>,
  answers: Record<string, object> = {},
): Promise<Response> {
  const path = String(input).replace('/api/photo-management', '')
  return Response.json(answers[path] ?? { ...STATUS, ...status })
}

/** The answers about a library with this number of photos, and what waits in the legacy store. */
export const libraryAnswers = (photosCount: number, status: ActivationStatus) => ({
  '/users/activate': { status, waitingCount: 60 },
  '/users': userForTests(photosCount),
})
