import type { Logger } from 'pino'

export interface RepeatedSends {
  /**
   * Sends the pending versions of a record. Resolves after that, or after a failed attempt; does not hasten a
   * scheduled retry.
   */
  send(id: string): Promise<void>
  /** Cancels scheduled retries and waits for running attempts. */
  close(): Promise<void>
}

/**
 * Runs `sendPending` for records, one attempt of each at a time, until it resolves with true. A request during an
 * attempt starts another one after it. `sendPending` throws only when the store fails.
 */
export function startRepeatedSends(
  sendPending: (id: string) => Promise<boolean>,
  { retryMs, log }: { retryMs: (tries: number) => number; log: Logger },
): RepeatedSends {
  const running = new Map<string, Promise<void>>()
  /** Records that may have changed since their running attempt read them. */
  const requested = new Set<string>()
  const retries = new Map<string, NodeJS.Timeout>()
  const tries = new Map<string, number>()
  let closed = false

  const run = async (id: string) => {
    try {
      while (requested.delete(id))
        if (await sendPending(id)) tries.delete(id)
        else {
          scheduleRetry(id)
          break
        }
    } catch (err) {
      // The store failed, not Keepsake: the record is unchanged.
      log.error({ err, record: id }, 'record cannot be sent')
      scheduleRetry(id)
    } finally {
      // No await since `requested` was read: a later request starts a new run.
      running.delete(id)
    }
  }
  const scheduleRetry = (id: string) => {
    if (closed) return
    const tryCount = (tries.get(id) ?? 0) + 1
    tries.set(id, tryCount)
    const timer = setTimeout(() => {
      retries.delete(id)
      void send(id)
    }, retryMs(tryCount))
    retries.set(id, timer)
  }
  const send = (id: string): Promise<void> => {
    if (closed || retries.has(id)) return Promise.resolve()
    requested.add(id)
    const attempt = running.get(id) ?? run(id)
    running.set(id, attempt)
    return attempt
  }
  return {
    send,
    async close() {
      closed = true
      for (const timer of retries.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/** Maximum time that the customer waits for Keepsake's acknowledgement, in ms; stored data are sent in any case. */
const WAIT_MS = 1500

/** Resolves when the attempt has ended or took too long: a crash of the shop or of Keepsake only delays it. */
export async function waitForAcknowledgement(attempt: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, WAIT_MS).unref()
  await Promise.race([attempt, promise])
  clearTimeout(timer)
}
