import { parseArgs } from 'node:util'
import { ACTIONS, type Action } from './fault-matrix/actions.ts'
import { type Environment, openEnvironment, type Place } from './fault-matrix/environment.ts'
import type { Fault } from './fault-matrix/fault.ts'
import { FAULTS } from './fault-matrix/faults.ts'
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

interface Cell {
  fault: Fault
  action: Action
}

/** Environments side by side: a process is paused most of the time. */
const LANES: Record<Place, number> = { embedded: 1, postgres: 1, processes: 4 }

// Each process adds a listener that ends it with this one.
process.setMaxListeners(50)
process.once('SIGINT', () => process.exit(130))
const started = performance.now()
const differences: string[] = []
const found: Record<string, Record<string, string>> = {}
for (const place of ['embedded', 'postgres', 'processes'] as const) {
  const cells = FAULTS.filter(
    ({ name, place: own = 'embedded' }) => own === place && name.includes(values.fault),
  )
    .flatMap(fault => ACTIONS.map(action => ({ fault, action })))
    .filter(({ action }) => action.name.includes(values.action))
  const lanes = Math.min(LANES[place], cells.length)
  const running: Promise<void>[] = []
  await using resources = new AsyncDisposableStack()
  for (let i = 0; i < lanes; i++) {
    const environment = await openEnvironment(resources, place)
    running.push(runCells(environment, cells))
  }
  await Promise.all(running)
}
if (values.print) console.log(JSON.stringify(found, null, 2))
for (const difference of differences) console.error(`✗ ${difference}`)
if (differences.length === 0 && !values.fault && !values.action) writeTable()
const cells = Object.values(found).reduce((sum, row) => sum + Object.keys(row).length, 0)
const minutes = (performance.now() - started) / 60_000
console.log(`${cells} cells in ${minutes.toFixed(1)} min, ${differences.length} of them not as stated`)
process.exit(differences.length === 0 ? 0 : 1)

/** Takes cells until none are left. */
async function runCells(environment: Environment, cells: Cell[]): Promise<void> {
  for (let cell = cells.shift(); cell; cell = cells.shift()) {
    const { fault, action } = cell
    const state = await runCell(environment, action, fault).catch(error => `ERROR: ${error.message}`)
    found[fault.name] = { ...found[fault.name], [action.name]: state }
    console.log(`  ${fault.name} × ${action.name}: ${state}`)
    const stated = STATED[fault.name]?.[action.name]
    if (!stated?.split(' or ').includes(state))
      differences.push(`${fault.name} × ${action.name}: ${state}, stated is ${stated}`)
  }
}
