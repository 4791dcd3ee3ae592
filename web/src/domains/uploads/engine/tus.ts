import { type DetailedError, Upload } from 'tus-js-client'
import { problemOf } from './problem.ts'
import { type Tokens, tusHttp } from './tus-http.ts'
import type { FileToSend, SendHandlers, Sending } from './world.ts'

/** Below what proxies usually take in one request. */
const CHUNK_BYTES = 32 * 1024 * 1024
const RETRY_DELAYS = [0, 1000, 3000, 5000]
const PROGRESS_MS = 200

/** Sends one file by tus 1.0 (OP-10): creation, then PATCH from the offset the service tells. */
export function sendByTus(
  endpoint: string,
  tokens: Tokens,
  { file, sha256, albumId, uploadUrl }: FileToSend,
  handlers: SendHandlers,
): Sending {
  let told = 0
  const problem = (error: Error | DetailedError) => problemIn(error, albumId !== undefined && !upload.url)
  const upload = new Upload(file, {
    endpoint,
    uploadUrl,
    metadata: {
      filename: file.name,
      filetype: file.type,
      ...(sha256 ? { sha256 } : {}),
      ...(albumId ? { albumId } : {}),
    },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    httpStack: tusHttp(tokens),
    // The queue keeps the address itself.
    storeFingerprintForResuming: false,
    onShouldRetry: error => navigator.onLine && problem(error).kind === 'broken',
    onUploadUrlAvailable: () => upload.url && handlers.located(upload.url),
    onProgress: sent => {
      const now = performance.now()
      if (now - told < PROGRESS_MS && sent < file.size) return
      told = now
      handlers.progress(sent)
    },
    onSuccess: handlers.done,
    onError: error => handlers.failed(problem(error)),
  })
  upload.start()
  return { abort: () => void upload.abort() }
}

/** Forgets an upload at the service (tus termination). */
export function terminateByTus(uploadUrl: string, tokens: Tokens): Promise<void> {
  return Upload.terminate(uploadUrl, { httpStack: tusHttp(tokens), retryDelays: RETRY_DELAYS })
}

/** `joins`: an upload is being created that goes into an album. */
function problemIn(error: Error | DetailedError, joins: boolean) {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return problemOf(response?.getStatus() ?? 0, response?.getBody() ?? '', joins)
}
