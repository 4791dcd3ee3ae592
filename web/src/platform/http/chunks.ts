import { IDS_PER_CALL } from '#contract/photos.ts'
import { BulkFailure } from './bulk-failure.ts'

/** Splits into lists of `size` in order, losing none. RangeError unless `size` is an integer of at least 1. */
export function splitIntoChunks<T>(items: readonly T[], size: number): T[][] {
  if (!Number.isInteger(size) || size < 1) throw new RangeError(`A chunk has at least one item, not ${size}`)
  const chunks: T[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}

/** Resolves after the delay, in tests immediately. Rejects with the signal's reason when aborted. */
type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>

export interface ChunkOptions {
  size?: number
  signal?: AbortSignal
  sleep?: Sleep
  /** Whether no further chunk is to be sent: it rejects with BulkFailure of the ids that are left. */
  isStopped?: () => boolean
  /** Called after each chunk with the number of ids that succeeded so far. */
  onProgress?: (done: number) => void
}

/**
 * Runs a bulk call for any number of ids: 100 per call, sequentially. Ids that a call lists as failed, or all
 * of a call that failed, are retried after 1, 2 and 4 s. Ids that still fail do not stop the following chunks; a call
 * that still fails does. Rejects with BulkFailure if any id failed.
 */
export async function runInChunks(
  ids: readonly string[],
  run: (ids: string[], signal?: AbortSignal) => Promise<{ failed: readonly string[] }>,
  { size = IDS_PER_CALL, signal, sleep = sleepFor, isStopped, onProgress }: ChunkOptions = {},
): Promise<void> {
  const failed: string[] = []
  const chunks = splitIntoChunks(ids, size)
  for (const [index, chunk] of chunks.entries()) {
    if (isStopped?.()) throw new BulkFailure([...failed, ...chunks.slice(index).flat()])
    const outcome = await runWithRetries(chunk, run, sleep, signal)
    failed.push(...outcome.failed)
    if (outcome.error !== undefined)
      throw new BulkFailure([...failed, ...chunks.slice(index + 1).flat()], outcome.error)
    onProgress?.(Math.min(ids.length, (index + 1) * size) - failed.length)
  }
  if (failed.length > 0) throw new BulkFailure(failed)
}

/** Makes the same call for one id, without retries: Error(`message`) if the answer lists it as failed. */
export async function runForId(
  id: string,
  run: (ids: string[]) => Promise<{ failed: readonly string[] }>,
  message: string,
): Promise<void> {
  const { failed } = await run([id])
  if (failed.length > 0) throw new Error(message)
}

const RETRY_DELAYS_MS = [1000, 2000, 4000]

async function runWithRetries(
  chunk: string[],
  run: Parameters<typeof runInChunks>[1],
  sleep: Sleep,
  signal: AbortSignal | undefined,
): Promise<{ failed: readonly string[]; error?: unknown }> {
  let remainingIds: string[] = chunk
  for (let attempt = 0; ; attempt++) {
    const outcome = await runAttempt(remainingIds, run, signal)
    if (outcome.failed.length === 0) return outcome
    const delay = RETRY_DELAYS_MS[attempt]
    if (delay === undefined) return outcome
    remainingIds = [...outcome.failed]
    await sleep(delay, signal)
  }
}

async function runAttempt(
  ids: string[],
  run: Parameters<typeof runInChunks>[1],
  signal: AbortSignal | undefined,
) {
  signal?.throwIfAborted()
  try {
    return { failed: (await run(ids, signal)).failed }
  } catch (error) {
    signal?.throwIfAborted()
    return { failed: ids, error }
  }
}

function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const handleAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', handleAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', handleAbort, { once: true })
  })
}
