/** Seeded pseudo-random numbers: the same seed gives the same picture. */
export type Random = {
  /** A number in [from, to). */
  between(from: number, to: number): number
  /** A number around 0, most within ±1 (sum of three uniform draws). */
  bell(): number
  pick<T>(choices: readonly T[]): T
  chance(probability: number): boolean
}

/** The generator mulberry32 with a 32-bit seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    between: (from, to) => from + next() * (to - from),
    bell: () => (next() + next() + next()) * 1.15 - 1.725,
    pick: choices => choices[Math.floor(next() * choices.length)]!,
    chance: probability => next() < probability,
  }
}
