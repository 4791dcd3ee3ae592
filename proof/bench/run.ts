import { parseArgs } from 'node:util'
import { atSize } from './at-size.ts'
import type { Bench } from './harness/bench.ts'
import { hasReachedTargets, printOutcome, writeResult } from './harness/results.ts'
import { idle } from './idle.ts'
import { ingest } from './ingest.ts'
import { pageAnswers } from './page-answers.ts'

/*
 * npm run bench -- [name…] [--quick]
 * npm run bench -- at-size [--photos N] [--database ADDRESS]
 * Runs the benches in sequence; without names all but at-size. Each first verifies its results, then compares
 * with a reference measured in the same run, and writes results/<name>.json (not with --quick).
 */

const BENCHES: readonly Bench[] = [ingest, pageAnswers, atSize, idle]

/** The largest libraries of at-size and as many others. */
const PHOTOS_MIN = 500_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    photos: { type: 'string' },
    database: { type: 'string' },
  },
})
const unknownNames = positionals.filter(name => !BENCHES.some(bench => bench.name === name))
if (unknownNames.length > 0) {
  console.error(
    `Unknown bench ${unknownNames.join(', ')}. Benches: ${BENCHES.map(each => each.name).join(', ')}`,
  )
  process.exit(2)
}

const photos = values.photos === undefined ? undefined : Number(values.photos)
if (photos !== undefined && !(Number.isInteger(photos) && photos >= PHOTOS_MIN)) {
  console.error(`--photos is a number of at least ${PHOTOS_MIN}`)
  process.exit(2)
}

let missedCount = 0
for (const bench of BENCHES)
  if (positionals.includes(bench.name) || (positionals.length === 0 && !bench.isOnRequest))
    await attempt(bench)
console.log(missedCount ? `\n${missedCount} missed` : '\nAll reached')

/** Runs a bench; one that throws counts as missed and sets the exit code, and the others still run. */
async function attempt(bench: Bench): Promise<void> {
  console.log(`\n${bench.name}: ${bench.target}`)
  try {
    if (!(await run(bench))) missedCount++
  } catch (error) {
    console.error(error)
    missedCount++
    process.exitCode = 1
  }
}

async function run(bench: Bench): Promise<boolean> {
  await using resources = new AsyncDisposableStack()
  const log = (text: string) => console.log(`            ${text}`)
  const { quick, database: databaseUrl } = values
  const outcome = await bench.run({ quick, log, resources, photos, databaseUrl })
  printOutcome(outcome)
  if (!values.quick) await writeResult(bench, outcome)
  return hasReachedTargets(outcome)
}
