/** Counts by key with an upper limit per key. */
export class BoundedCounts {
  readonly #counts = new Map<string, number>()
  readonly #maxPerKey: number

  constructor(maxPerKey: number) {
    this.#maxPerKey = maxPerKey
  }

  /** Increments a count; false when it has reached the limit. */
  add(key: string): boolean {
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#maxPerKey) return false
    this.#counts.set(key, count + 1)
    return true
  }

  remove(key: string): void {
    const remainingCount = (this.#counts.get(key) ?? 0) - 1
    if (remainingCount > 0) this.#counts.set(key, remainingCount)
    else this.#counts.delete(key)
  }
}
