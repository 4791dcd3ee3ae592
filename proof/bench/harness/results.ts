import type { Outcome } from './bench.ts'
import type { Figure } from './figure.ts'

/** Whether no judged figure missed its target. */
export const hasReachedTargets = ({ figures }: Outcome): boolean =>
  figures.every(each => each.reached !== false)

/** Prints the verified statements, then each figure with its rounds. */
export function printOutcome(outcome: Outcome): void {
  for (const each of outcome.correct) console.log(`  correct   ${each}`)
  for (const each of outcome.figures) console.log(formatFigure(each))
  for (const each of outcome.notes ?? []) console.log(`            ${each}`)
}

function formatFigure(figure: Figure): string {
  const { what, target, value, unit, rounds, spread, reached, note } = figure
  const word = reached === null ? 'unjudged' : reached ? 'reached ' : 'MISSED  '
  const measured = value === null ? '' : `${value} ${unit} (target ${target})`
  const detail = rounds.length > 1 ? ` spread ${Math.round(spread * 100)} % of ${rounds.length} rounds` : ''
  return `  ${word}  ${what}: ${measured}${detail}${note ? ` · ${note}` : ''}`
}
