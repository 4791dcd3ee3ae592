import type { Context } from './context.ts'
import { claimBlobStore } from './domains/photos/index.ts'
import { type Blobs, BlobsUnavailableError } from './platform/blobs/blobs.ts'
import { runPeriodically } from './platform/clock/run-periodically.ts'
import { isDatabaseUnavailable } from './platform/db/error-codes.ts'

const RETRY_MS = 1_000

export interface BlobsClaim {
  isClaimed(): boolean
  /** Resolves with the error when the store must not be used; else never. */
  failed: Promise<unknown>
  /** Retries until the store answers, and then runs `onClaimed`. */
  retry(onClaimed: () => Promise<void>): void
  close(): Promise<void>
}

/**
 * Claims the blob store for this database (0111). While the store is unavailable nothing is read or written there
 * before `retry` has claimed it. Any other failure is one of the configuration and is thrown.
 */
export async function claimBlobs(ctx: Context, store: Blobs, open: () => void): Promise<BlobsClaim> {
  const failure = Promise.withResolvers<unknown>()
  const stopping = new AbortController()
  let isClaimed = false
  let retrying = Promise.resolve()

  async function claim(): Promise<void> {
    await claimBlobStore({ ...ctx, blobs: store })
    isClaimed = true
    open()
  }
  async function retryOnce(onClaimed: () => Promise<void>): Promise<void> {
    try {
      await claim()
    } catch (error) {
      if (error instanceof BlobsUnavailableError || isDatabaseUnavailable(error)) return
      failure.resolve(error)
      return stopping.abort()
    }
    ctx.log.info('the blob store answers')
    stopping.abort()
    await onClaimed().catch(failure.resolve)
  }

  try {
    await claim()
  } catch (error) {
    if (!(error instanceof BlobsUnavailableError)) throw error
    ctx.log.warn({ err: error }, 'the blob store does not answer: started without it')
  }
  return {
    isClaimed: () => isClaimed,
    failed: failure.promise,
    retry(onClaimed) {
      retrying = runPeriodically(RETRY_MS, stopping.signal, () => retryOnce(onClaimed))
    },
    async close() {
      stopping.abort()
      await retrying
    },
  }
}
