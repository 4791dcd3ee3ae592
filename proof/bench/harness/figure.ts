import { computeMedian, computeSpread } from './rounds.ts'

/** One judged number: the median of its rounds against a bound. `reached` is null when it could not be judged. */
export interface Figure {
  what: string
  target: string
  value: number | null
  unit: string
  rounds: number[]
  spread: number
  reached: boolean | null
  note?: string
}

export interface Bound {
  atLeast?: number
  atMost?: number
  unit?: string
  note?: string
}

/** Judges the median of the rounds. */
export function createFigure(
  what: string,
  rounds: readonly number[],
  { unit = '×', note, ...bound }: Bound,
): Figure {
  const value = computeMedian(rounds)
  const reached =
    (bound.atLeast === undefined || value >= bound.atLeast) &&
    (bound.atMost === undefined || value <= bound.atMost)
  return {
    what,
    target: bound.atLeast === undefined ? `≤ ${bound.atMost} ${unit}` : `≥ ${bound.atLeast} ${unit}`,
    value: round(value),
    unit,
    rounds: rounds.map(round),
    spread: rounds.length > 1 && value !== 0 ? round(computeSpread(rounds)) : 0,
    reached,
    note,
  }
}

/** Creates a figure whose reference or engine is not installed. */
export const createUnjudgedFigure = (what: string, target: string, note: string): Figure => ({
  what,
  target,
  value: null,
  unit: '',
  rounds: [],
  spread: 0,
  reached: null,
  note,
})

const round = (value: number) => Number(value.toPrecision(4))
