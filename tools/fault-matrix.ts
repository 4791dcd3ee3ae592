import { parseArgs } from 'node:util'
import { ACTIONS } from './fault-matrix/actions.ts'
import { openEnvironment } from './fault-matrix/environment.ts'
import { FAULTS, type Fault } from './fault-matrix/faults.ts'
import { runCell } from './fault-matrix/run-cell.ts'
import { STATED } from './fault-matrix/stated.ts'
import { writeTable } from './fault-matrix/table.ts'

/*
 * Makes each fault happen during each action and compares how the action ends with what is stated
 * (fault-matrix/stated.ts); writes docs/fault-matrix.md when all are as stated.
 */
const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: '' },
    action: { type: 'string', default: '' },
    /** Prints what was found, for new cells. */
    print: { type: 'boolean', default: false },
  },
})

const differences: string[] = []
const found: Record<string, Record<string, string>> = {}
for (const onPostgres of [false, true]) {
  const faults = FAULTS.filter(
    ({ name, inject, isOfPostgres = false }) =>
      inject && isOfPostgres === onPostgres && name.includes(values.fault),
  )
  if (faults.length > 0) await runFaults(faults, onPostgres)
}
if (values.print) console.log(JSON.stringify(found, null, 2))
for (const difference of differences) console.error(`✗ ${difference}`)
if (differences.length === 0 && !values.fault && !values.action) writeTable()
const cells = Object.values(found).reduce((sum, row) => sum + Object.keys(row).length, 0)
console.log(`${cells} cells, ${differences.length} of them not as stated`)
process.exit(differences.length === 0 ? 0 : 1)

async function runFaults(faults: readonly Fault[], onPostgres: boolean): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const environment = await openEnvironment(resources, { onPostgres })
  for (const fault of faults) {
    const row: Record<string, string> = {}
    for (const action of ACTIONS.filter(({ name }) => name.includes(values.action))) {
      const state = await runCell(environment, action, fault).catch(error => `ERROR: ${error.message}`)
      row[action.name] = state
      const stated = STATED[fault.name]?.[action.name]
      if (!stated?.split(' or ').includes(state))
        differences.push(`${fault.name} × ${action.name}: ${state}, stated is ${stated}`)
    }
    found[fault.name] = row
    console.log(`  ${fault.name}: ${Object.values(row).join(' · ')}`)
  }
}
