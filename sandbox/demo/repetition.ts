import type { Retailer } from '#server/platform/retailer/retailer.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'

/** A prerequisite of a step of the demo is missing; the message names it. */
export class PrerequisiteMissingError extends Error {
  override name = 'PrerequisiteMissingError'
}

/** How temporary failures are retried. */
export interface RetryOptions {
  /** Aborts the retries with its reason. */
  signal: AbortSignal
  /** Waits for this many milliseconds, or until the signal aborts. */
  pause(ms: number): Promise<void>
  /** Receives the number of consecutive failures, from 1. */
  onFailure(failures: number): void
}

/** Retries work with back-off while a prerequisite is missing or the shop does not answer; throws all other errors. */
export async function retry<T>(
  work: () => Promise<T>,
  { signal, pause, onFailure }: RetryOptions,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error)) throw error
      onFailure(failures)
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)))
    }
  }
}

/** Wraps a retailer whose calls are retried one by one, so that a late answer on a busy machine fails nothing else. */
export const retryCalls = (retailer: Retailer, repetition: RetryOptions): Retailer => ({
  call: (...call) => retry(() => retailer.call(...call), repetition),
})

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

const isTemporary = (error: unknown) =>
  error instanceof PrerequisiteMissingError ||
  (error instanceof RetailerError && error.kind === 'unavailable')
