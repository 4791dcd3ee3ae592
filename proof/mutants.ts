import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createRandom } from '#server/testing/random.ts'
import { Checkout } from './mutants/checkout.ts'
import { type Mutant, STRATA } from './mutants/mutant.ts'
import { runTests } from './mutants/run-tests.ts'
import { MUTANTS } from './mutants/table.ts'

/*
 * Plants the faults of mutants/table.ts in a copy of the checkout, runs the test files that see them and prints which faults
 * survive, by stratum. Faults that different tests see are planted together, so that one run answers for many; `--alone`
 * plants each by itself. All tests must pass without a fault first. `--count` chooses as many by the seed.
 */
const USAGE = 'node proof/mutants.ts [--only ID]… [--count N] [--seed N] [--alone]'
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    count: { type: 'string', default: String(MUTANTS.length) },
    seed: { type: 'string', default: '1' },
    alone: { type: 'boolean', default: false },
  },
})
const mutants = chooseMutants()
if (mutants.length === 0) {
  console.error(USAGE)
  process.exit(2)
}

await using checkout = await Checkout.create(fileURLToPath(new URL('..', import.meta.url)))
const files = [...new Set(mutants.map(({ seenBy }) => seenBy.file))]
const before = await runTests(checkout.folder, files)
const unfit = mutants.filter(mutant => before.find(mutant.seenBy)?.status !== 'passed')
for (const { id, seenBy } of unfit) console.error(`${id}: '${seenBy.title}' does not pass in ${seenBy.file}`)
if (unfit.length > 0) process.exit(1)

const survivors: Mutant[] = []
for (const group of values.alone ? mutants.map(mutant => [mutant]) : splitIntoRuns(mutants)) {
  await using _planted = checkout.plant(group)
  const results = await runTests(checkout.folder, [...new Set(group.map(({ seenBy }) => seenBy.file))])
  for (const mutant of group) {
    const result = results.find(mutant.seenBy)
    // A fault by which the file does not load shows nothing about its tests.
    if (!result) throw new Error(`${mutant.id}: the test did not run`)
    if (result.status === 'passed') survivors.push(mutant)
    console.log(`${result.status === 'passed' ? 'survives' : 'seen    '} ${mutant.id}  ${mutant.fault}`)
  }
}

console.log(`\nMutants: ${mutants.length}, surviving ${survivors.length}`)
for (const stratum of STRATA) {
  const all = mutants.filter(mutant => mutant.stratum === stratum)
  const left = survivors.filter(mutant => mutant.stratum === stratum)
  if (all.length > 0) console.log(`  ${stratum.padEnd(20)} ${left.length} of ${all.length} survive`)
}
process.exit(survivors.length > 0 ? 1 : 0)

function chooseMutants(): readonly Mutant[] {
  const { only, count, seed } = values
  if (only) return MUTANTS.filter(({ id }) => only.includes(id))
  return createRandom(Number(seed)).sample(MUTANTS, 1).slice(0, Number(count))
}

/** Splits mutants into groups in which no two are seen by the same test or change the same text. */
function splitIntoRuns(all: readonly Mutant[]): Mutant[][] {
  const groups: Mutant[][] = []
  for (const mutant of all) {
    const fits = (group: readonly Mutant[]) =>
      group.every(
        each => !isSameTest(each, mutant) && !(each.file === mutant.file && each.text === mutant.text),
      )
    const group = groups.find(fits)
    if (group) group.push(mutant)
    else groups.push([mutant])
  }
  return groups
}

const isSameTest = ({ seenBy: a }: Mutant, { seenBy: b }: Mutant) => a.file === b.file && a.title === b.title
