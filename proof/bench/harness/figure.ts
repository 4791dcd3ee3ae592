import { computeMedian, computeSpread } from './rounds.ts'

/** One number, the median of its rounds, judged by a bound. */
export interface Figure {
  value: number
  isReached: boolean
}

export interface Bound {
  atLeast?: number
  atMost?: number
  unit?: string
  note?: string
}

/** Judges the median of the rounds, and prints it with its bound and how far the rounds lie apart. */
export function createFigure(
  what: string,
  rounds: readonly number[],
  { unit = '×', note, atLeast, atMost }: Bound,
): Figure {
  const value = Number(computeMedian(rounds).toPrecision(4))
  const isReached = (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
  const target = atLeast === undefined ? `≤ ${atMost} ${unit}` : `≥ ${atLeast} ${unit}`
  const spread = Math.round(computeSpread(rounds) * 100)
  const detail = rounds.length > 1 && value !== 0 ? ` spread ${spread} % of ${rounds.length} rounds` : ''
  const word = isReached ? 'reached ' : 'MISSED  '
  console.log(`  ${word}  ${what}: ${value} ${unit} (target ${target})${detail}${note ? ` · ${note}` : ''}`)
  return { value, isReached }
}
