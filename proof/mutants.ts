import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Checkout } from './mutants/checkout.ts'
import { type Mutant, parseMutants, STRATA, takeSample } from './mutants/mutant.ts'
import { findSwitchPlace } from './mutants/plant.ts'

/*
 * Plants the faults of mutants/faults.txt in a copy of the checkout, runs the tests that see them and prints which faults
 * survive, by stratum. Most faults are switches, so that one run of the test runner answers for a batch: each fault has its
 * own copy of a test file, which switches it on and ends at the first failure. Faults outside a function run alone. The table
 * mutants/statements.txt breaks the line that makes a sentence of the documents true; `--sample` takes other ones each day.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    stratum: { type: 'string', multiple: true },
    batch: { type: 'string', default: '40' },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    table: { type: 'string', default: fileURLToPath(new URL('mutants/faults.txt', import.meta.url)) },
  },
})
const root = fileURLToPath(new URL('..', import.meta.url))
const chosen = parseMutants(readFileSync(values.table, 'utf8'))
  .filter(({ id }) => !values.only || values.only.includes(id))
  .filter(({ stratum }) => !values.stratum || values.stratum.includes(stratum))
const mutants = takeSample(chosen, Number(values.sample ?? chosen.length), Number(values.seed))

await using checkout = await Checkout.create(root)
const survivors: Mutant[] = []
const stale = mutants.filter(({ file, text }) => checkout.read(file).split(text).length !== 2)
for (const { id, file } of stale) console.error(`${id}: ${file} has its text not once`)
for (const batch of splitIntoBatches(mutants.filter(mutant => !stale.includes(mutant)))) {
  for (const { mutant, seenBy } of await checkout.run(batch)) {
    if (!seenBy) survivors.push(mutant)
    console.log(seenBy ? `seen     ${mutant.id}  ${seenBy}` : `survives ${mutant.id}  ${mutant.fault}`)
  }
}

console.log(`\nMutants: ${mutants.length}, surviving ${survivors.length}, out of date ${stale.length}`)
for (const stratum of STRATA) {
  const all = mutants.filter(mutant => mutant.stratum === stratum)
  const left = survivors.filter(mutant => mutant.stratum === stratum)
  if (all.length > 0) console.log(`  ${stratum.padEnd(10)} ${left.length} of ${all.length} survive`)
}
const broken = mutants.length - stale.length
console.log(`${broken} of ${chosen.length} broken, ${broken - survivors.length} seen; seed ${values.seed}`)
process.exitCode = survivors.length + stale.length > 0 ? 1 : 0

/** Mutants of one batch have places that do not overlap, and those without a place are alone. */
function splitIntoBatches(all: readonly Mutant[]): Mutant[][] {
  const batches: { mutants: Mutant[]; isFull: boolean }[] = []
  for (const mutant of all) {
    const place = findSwitchPlace(checkout.read(mutant.file), mutant)
    const batch = batches.find(
      each =>
        !each.isFull &&
        place !== undefined &&
        each.mutants.every(other => {
          if (other.file !== mutant.file) return true
          const taken = findSwitchPlace(checkout.read(other.file), other)!
          return taken.start === place.start || taken.end <= place.start || place.end <= taken.start
        }),
    )
    if (batch) batch.mutants.push(mutant)
    else batches.push({ mutants: [mutant], isFull: !place })
    if (batch && batch.mutants.length >= Number(values.batch)) batch.isFull = true
  }
  return batches.map(batch => batch.mutants)
}
