/** A pseudorandom generator; the same seed gives the same sequence. */
export interface Random {
  /** An integer from 0, less than the limit. */
  integer(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Each element with the given probability, in random order. */
  sample<T>(list: readonly T[], probability: number): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (limit: number) => Math.floor(next() * limit)
  return {
    integer,
    chance: probability => next() < probability,
    pick: list => list[integer(list.length)]!,
    sample(list, probability) {
      const sampledItems = list.filter(() => next() < probability)
      for (let i = sampledItems.length - 1; i > 0; i--) {
        const j = integer(i + 1)
        ;[sampledItems[i], sampledItems[j]] = [sampledItems[j]!, sampledItems[i]!]
      }
      return sampledItems
    },
  }
}
