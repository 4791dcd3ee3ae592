import { type Refusal, refusal, type UploadLimit, uploadLimit } from '#contract/uploads.ts'
import type { Reason } from '../queue/upload-item.ts'

/**
 * Why an upload failed. refused: the service rejects the content. failed: the customer has to retry, after making room
 * where a limit of the account is the reason. broken: the connection was lost or the service is unavailable; it is
 * retried automatically.
 */
export type UploadError =
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'failed'; reason: Reason }
  | { kind: 'broken' }

/**
 * Returns the error for an answer of the upload service; 415, 413 and 400 name the reason. Status 0: no answer.
 * `isForAlbum`: the request created an upload for an album, so 404 means that the album does not exist.
 */
export function toUploadError(status: number, body: string, isForAlbum = false): UploadError {
  const reason = parseReason(body)
  const parsedRefusal = refusal.safeParse(reason)
  if (parsedRefusal.success) return { kind: 'refused', reason: parsedRefusal.data as Refusal }
  const parsedLimit = uploadLimit.safeParse(reason)
  if (parsedLimit.success) return { kind: 'failed', reason: parsedLimit.data as UploadLimit }
  if (status === 413) return { kind: 'refused', reason: 'too-large' }
  if (status === 415) return { kind: 'refused', reason: 'unsupported-type' }
  if (status === 507) return { kind: 'failed', reason: 'storage-full' }
  if (status === 404 && isForAlbum) return { kind: 'failed', reason: 'album-gone' }
  if (status === 404 || status === 410) return { kind: 'refused', reason: 'expired' }
  return RETRYABLE_STATUSES.has(status) ? { kind: 'broken' } : { kind: 'failed', reason: 'server' }
}

/** No answer, expired token, busy or unavailable. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([0, 401, 408, 409, 423, 429, 502, 503, 504])

function parseReason(body: string): unknown {
  try {
    return JSON.parse(body)?.fields?.reason
  } catch {
    return undefined
  }
}
