/**
 * A fair semaphore: runs at most `slots` calls at a time. Waiting calls are served round-robin by key, so that a key
 * with many calls delays every other key by one call only; calls of one key run in their order.
 */
export class FairSemaphore {
  #free: number
  /** Waiting calls by key; the key that is served next is first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(slots: number) {
    this.#free = slots
  }

  /** Rejects with the signal's reason, also while the call waits. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#turn(key, signal)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  async #turn(key: string, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const start = () => turn.resolve()
    const calls = this.#waiting.get(key)
    if (calls) calls.push(start)
    else this.#waiting.set(key, [start])
    const onAbort = () => {
      this.#remove(key, start)
      turn.reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await turn.promise
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  #remove(key: string, start: () => void): void {
    const remainingTurns = (this.#waiting.get(key) ?? []).filter(each => each !== start)
    if (remainingTurns.length > 0) this.#waiting.set(key, remainingTurns)
    else this.#waiting.delete(key)
  }

  /** Passes the slot to the first key, and moves that key behind all others. */
  #next(): void {
    const [firstEntry] = this.#waiting
    if (!firstEntry) {
      this.#free++
      return
    }
    const [key, [start, ...otherTurns]] = firstEntry
    this.#waiting.delete(key)
    if (otherTurns.length > 0) this.#waiting.set(key, otherTurns)
    start!()
  }
}
