import { StorageFullError } from '../platform/blobs/blobs.ts'
import { isDatabaseFull, isDatabaseUnavailable } from '../platform/db/unavailable.ts'
import { Failure } from './failure.ts'

/** What a caller is told of a part of the house that does not work at the moment; null for any other error. */
export function infrastructureFailure(error: unknown): Failure | null {
  if (error instanceof StorageFullError || isDatabaseFull(error))
    return new Failure('storage-full', 'There is no room left', { retryAfterSeconds: 60 })
  if (isDatabaseUnavailable(error))
    return new Failure('unavailable', 'Please try again in a moment', { retryAfterSeconds: 5 })
  return null
}
