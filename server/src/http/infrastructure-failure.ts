import { BlobsUnavailableError, StorageFullError } from '../platform/blobs/blobs.ts'
import {
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseUnavailable,
  isUnstorableText,
} from '../platform/db/error-codes.ts'
import { RetailerError } from '../platform/retailer/retailer-error.ts'
import { Failure } from './failure.ts'

/**
 * Maps errors to failures: full storage (507), an unavailable or busy database, an unavailable blob store or retailer
 * and a failing disk (503), all with Retry-After, and text that the database cannot store (400). Null for other errors.
 */
export function toInfrastructureFailure(error: unknown): Failure | null {
  if (error instanceof StorageFullError || isDatabaseFull(error))
    return new Failure('storage-full', 'There is no room left', { retryAfterSeconds: 60 })
  if (isDatabaseUnavailable(error) || isDatabaseBusy(error) || error instanceof BlobsUnavailableError)
    return new Failure('unavailable', 'Please try again in a moment')
  if (error instanceof RetailerError && error.kind === 'unavailable')
    return new Failure('unavailable', 'The retailer gave no valid answer')
  if (isUnstorableText(error))
    return new Failure('bad-request', 'A text contains U+0000 or is not well-formed Unicode')
  return null
}
