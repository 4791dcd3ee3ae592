import type { Retailer } from '#server/platform/retailer/retailer.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'

/** What a step of the demo needs has not come yet; the message names it. */
export class NotYetError extends Error {
  override name = 'NotYetError'
}

/** How what fails for a while is repeated. */
export interface Repetition {
  /** Ends the repetition with its reason. */
  signal: AbortSignal
  /** Waits that many milliseconds, or until the signal aborts. */
  pause(ms: number): Promise<void>
  /** Gets the number of failures in a row, from 1 on. */
  onFailure(failures: number): void
}

/** Repeats work with back-off while what it needs is not there or the shop does not answer; throws all other errors. */
export async function repeat<T>(
  work: () => Promise<T>,
  { signal, pause, onFailure }: Repetition,
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

/** The retailer whose calls are repeated alone: one that comes too late on a busy machine ends nothing else. */
export const repeatCalls = (retailer: Retailer, repetition: Repetition): Retailer => ({
  call: (...call) => repeat(() => retailer.call(...call), repetition),
})

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

const isTemporary = (error: unknown) =>
  error instanceof NotYetError || (error instanceof RetailerError && error.kind === 'unavailable')
