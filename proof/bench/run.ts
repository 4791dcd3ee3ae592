import { parseArgs } from 'node:util'
import { bare } from './bare.ts'
import type { Bench } from './harness/bench.ts'
import { idle } from './idle.ts'
import { journal } from './journal.ts'

/*
 * npm run bench -- [name…] [--quick]
 * Runs the benches in sequence, without names all of them. Each first verifies its results, then compares with a reference
 * measured in the same run.
 */

const BENCHES: readonly Bench[] = [bare, idle, journal]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const unknownNames = positionals.filter(name => !BENCHES.some(bench => bench.name === name))
if (unknownNames.length > 0) {
  console.error(
    `Unknown bench ${unknownNames.join(', ')}. Benches: ${BENCHES.map(each => each.name).join(', ')}`,
  )
  process.exit(2)
}

let missedCount = 0
for (const bench of BENCHES)
  if (positionals.includes(bench.name) || positionals.length === 0) await attempt(bench)
console.log(missedCount ? `\n${missedCount} missed` : '\nAll reached')

/** Runs a bench; one that throws counts as missed and sets the exit code, and the others still run. */
async function attempt(bench: Bench): Promise<void> {
  console.log(`\n${bench.name}: ${bench.target}`)
  try {
    await using resources = new AsyncDisposableStack()
    const log = (text: string) => console.log(`            ${text}`)
    const figures = await bench.run({ quick: values.quick, log, resources })
    if (!figures.every(({ isReached }) => isReached)) missedCount++
  } catch (error) {
    console.error(error)
    missedCount++
    process.exitCode = 1
  }
}
