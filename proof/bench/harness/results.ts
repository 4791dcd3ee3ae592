import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { Bench, Outcome } from './bench.ts'
import { type Figure, SPREAD_MAX } from './figure.ts'

const FOLDER = new URL('../results/', import.meta.url)
/** Lists of numbers, which are written on one line. */
const NUMBER_LIST = /\[[-\d.,\se]+\]/g

/** Whether no judged figure missed its target. */
export const hasReachedTargets = ({ figures }: Outcome): boolean =>
  figures.every(each => each.reached !== false)

/** Prints the verified statements, then each figure with its rounds. */
export function printOutcome(outcome: Outcome): void {
  for (const each of outcome.correct) console.log(`  correct   ${each}`)
  for (const each of outcome.figures) console.log(formatFigure(each))
  for (const each of outcome.notes ?? []) console.log(`            ${each}`)
}

/** Writes results/<name>.json. */
export async function writeResult(bench: Bench, outcome: Outcome): Promise<void> {
  const result = {
    name: bench.name,
    date: new Date().toISOString().slice(0, 10),
    machine: { cores: cpus().length },
    target: bench.target,
    reached: hasReachedTargets(outcome),
    notes: [...outcome.figures.flatMap(formatSpread), ...(outcome.notes ?? [])],
    correct: outcome.correct,
    figures: outcome.figures,
  }
  await mkdir(FOLDER, { recursive: true })
  const text = JSON.stringify(result, null, 2).replaceAll(NUMBER_LIST, list => list.replaceAll(/\s+/g, ' '))
  await writeFile(new URL(`${bench.name}.json`, FOLDER), `${text}\n`)
}

function formatFigure(figure: Figure): string {
  const { what, target, value, unit, rounds, spread, reached, note } = figure
  const word = reached === null ? 'unjudged' : reached ? 'reached ' : 'MISSED  '
  const measured = value === null ? '' : `${value} ${unit} (target ${target})`
  const detail = rounds.length > 1 ? ` spread ${Math.round(spread * 100)} % of ${rounds.length} rounds` : ''
  return `  ${word}  ${what}: ${measured}${detail}${note ? ` · ${note}` : ''}`
}

const formatSpread = ({ what, spread }: Figure) =>
  spread > SPREAD_MAX ? [`${what}: the spread is ${Math.round(spread * 100)} %, the machine was busy`] : []
