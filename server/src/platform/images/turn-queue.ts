/**
 * Runs at most `slots` calls at a time. Waiting calls take turns by key, so that a key with many of them delays each other
 * key by one call only; those of one key run in their order.
 */
export class TurnQueue {
  #free: number
  /** Waiting calls by key; the order of the keys is the order of their turns. */
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
    const left = (this.#waiting.get(key) ?? []).filter(each => each !== start)
    if (left.length > 0) this.#waiting.set(key, left)
    else this.#waiting.delete(key)
  }

  /** Hands the slot to the next key, which then waits behind all others. */
  #next(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free++
      return
    }
    const [key, [start, ...rest]] = next
    this.#waiting.delete(key)
    if (rest.length > 0) this.#waiting.set(key, rest)
    start!()
  }
}
