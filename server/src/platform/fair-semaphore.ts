/**
 * A fair semaphore: runs at most `slots` calls at a time. Waiting calls are served round-robin by key, so that a key
 * with many calls delays every other key by one call only; calls of one key run in their order.
 */
export class FairSemaphore {
  #freeSlots: number
  /** Waiting calls by key; the key that is served next is first. */
  readonly #waitingCalls = new Map<string, (() => void)[]>()

  constructor(slots: number) {
    this.#freeSlots = slots
  }

  /** Rejects with the signal's reason, also while the call waits. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#freeSlots > 0) this.#freeSlots--
    else await this.#waitForTurn(key, signal)
    try {
      return await work()
    } finally {
      this.#releaseSlot()
    }
  }

  async #waitForTurn(key: string, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const start = () => turn.resolve()
    const calls = this.#waitingCalls.get(key)
    if (calls) calls.push(start)
    else this.#waitingCalls.set(key, [start])
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
    const remainingTurns = (this.#waitingCalls.get(key) ?? []).filter(each => each !== start)
    if (remainingTurns.length > 0) this.#waitingCalls.set(key, remainingTurns)
    else this.#waitingCalls.delete(key)
  }

  /** Passes the slot to the first key, and moves that key behind all others. */
  #releaseSlot(): void {
    const [firstEntry] = this.#waitingCalls
    if (!firstEntry) {
      this.#freeSlots++
      return
    }
    const [key, [start, ...otherTurns]] = firstEntry
    this.#waitingCalls.delete(key)
    if (otherTurns.length > 0) this.#waitingCalls.set(key, otherTurns)
    start!()
  }
}

/** Runs at most `slots` calls of a key at a time, in their order; calls of other keys do not wait for them. */
export class KeyedSemaphore {
  readonly #slots: number
  readonly #byKey = new Map<string, { turns: FairSemaphore; calls: number }>()

  constructor(slots: number) {
    this.#slots = slots
  }

  /** Rejects with the signal's reason, also while the call waits. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const own = this.#byKey.get(key) ?? { turns: new FairSemaphore(this.#slots), calls: 0 }
    this.#byKey.set(key, own)
    own.calls++
    try {
      return await own.turns.run('', signal, work)
    } finally {
      if (--own.calls === 0) this.#byKey.delete(key)
    }
  }
}
