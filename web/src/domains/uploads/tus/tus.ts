import { type DetailedError, Upload } from 'tus-js-client'
import type { UploadCompanion } from '#contract/upload-companion.ts'
import type { FileToUpload, RunningUpload, UploadHandlers } from '../engine/upload-environment.ts'
import { createTusHttpStack, type Tokens } from './tus-http.ts'
import { toUploadError } from './upload-error.ts'

/** Below the body size limit of most proxies. */
const CHUNK_BYTES = 32 * 1024 * 1024
const RETRY_DELAYS = [0, 1000, 3000, 5000]
const PROGRESS_MS = 200

/** Uploads one file by tus 1.0: creation, then PATCH from the offset that the service answers. */
export function sendByTus(
  endpoint: string,
  tokens: Tokens,
  { file, sha256, albumId, batch, purpose, uploadUrl, companion, folder }: FileToUpload,
  handlers: UploadHandlers,
): RunningUpload {
  let reportedAt = 0
  const classifyError = (error: Error | DetailedError) => toError(error, albumId !== undefined && !upload.url)
  const upload = new Upload(file, {
    endpoint,
    uploadUrl,
    metadata: {
      filename: file.name,
      filetype: file.type,
      lastModified: String(file.lastModified),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(sha256 ? { sha256 } : {}),
      ...(albumId ? { albumId } : {}),
      ...(companion ? { companion: encodeCompanion(companion) } : {}),
      ...(folder ? { folder: folder.toWellFormed() } : {}),
      ...batch,
      ...purpose,
    },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    httpStack: createTusHttpStack(tokens),
    // The queue stores the URL itself.
    storeFingerprintForResuming: false,
    onShouldRetry: error => navigator.onLine && classifyError(error).kind === 'broken',
    onUploadUrlAvailable: () => upload.url && handlers.onUploadUrl(upload.url),
    onProgress: sent => {
      const now = performance.now()
      if (now - reportedAt < PROGRESS_MS && sent < file.size) return
      reportedAt = now
      handlers.onProgress(sent)
    },
    onSuccess: handlers.onDone,
    onError: error => handlers.onError(classifyError(error)),
  })
  upload.start()
  return { abort: () => void upload.abort() }
}

/** Returns JSON in base64url (upload-companion.ts), of the fields of the contract only. */
function encodeCompanion({ takenAt, offset, precision, corrects, title, place }: UploadCompanion): string {
  const companion = { takenAt, offset, precision, corrects, title, place }
  const bytes = new TextEncoder().encode(JSON.stringify(companion))
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Deletes an upload at the service (tus termination). */
export function terminateByTus(uploadUrl: string, tokens: Tokens): Promise<void> {
  return Upload.terminate(uploadUrl, { httpStack: createTusHttpStack(tokens), retryDelays: RETRY_DELAYS })
}

/** `isForAlbum`: the request creates an upload for an album. */
function toError(error: Error | DetailedError, isForAlbum: boolean) {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return toUploadError(response?.getStatus() ?? 0, response?.getBody() ?? '', isForAlbum)
}
