import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ACTIONS, type Action } from './fault-matrix/actions.ts'
import { type Environment, openEnvironment, type Topology } from './fault-matrix/environment.ts'
import { EXPECTED_STATES } from './fault-matrix/expected-states.ts'
import type { Fault } from './fault-matrix/fault.ts'
import { FAULTS } from './fault-matrix/faults.ts'
import { runCell } from './fault-matrix/run-cell.ts'

/*
 * Injects each fault during each action and compares the end state with the expected one
 * (fault-matrix/expected-states.ts); writes docs/fault-matrix.md when all are as expected.
 */
const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: '' },
    action: { type: 'string', default: '' },
    /** Prints the end states, for new cells. */
    print: { type: 'boolean', default: false },
  },
})

interface Cell {
  fault: Fault
  action: Action
}

const FILE = new URL('../docs/fault-matrix.md', import.meta.url)
/** Environments side by side: a process is paused most of the time. */
const LANES: Record<Topology, number> = { embedded: 1, postgres: 1, processes: 4 }

// Each process adds a listener that ends it with this one.
process.setMaxListeners(50)
process.once('SIGINT', () => process.exit(130))
const started = performance.now()
const differences: string[] = []
const stateByAction: Record<string, Record<string, string>> = {}
for (const topology of ['embedded', 'postgres', 'processes'] as const) {
  const cells = FAULTS.filter(
    ({ name, topology: faultTopology = 'embedded' }) =>
      faultTopology === topology && name.includes(values.fault),
  )
    .flatMap(fault => ACTIONS.map(action => ({ fault, action })))
    .filter(({ action }) => action.name.includes(values.action))
  const lanes = Math.min(LANES[topology], cells.length)
  const running: Promise<void>[] = []
  await using resources = new AsyncDisposableStack()
  for (let i = 0; i < lanes; i++) {
    const environment = await openEnvironment(resources, topology)
    running.push(runCells(environment, cells))
  }
  await Promise.all(running)
}
if (values.print) console.log(JSON.stringify(stateByAction, null, 2))
for (const difference of differences) console.error(`✗ ${difference}`)
if (differences.length === 0 && !values.fault && !values.action) writeTable()
const cells = Object.values(stateByAction).reduce((sum, row) => sum + Object.keys(row).length, 0)
const minutes = (performance.now() - started) / 60_000
console.log(`${cells} cells in ${minutes.toFixed(1)} min, ${differences.length} of them not as expected`)
process.exit(differences.length === 0 ? 0 : 1)

/** Takes cells until none are left. */
async function runCells(environment: Environment, cells: Cell[]): Promise<void> {
  for (let cell = cells.shift(); cell; cell = cells.shift()) {
    const { fault, action } = cell
    const state = await runCell(environment, action, fault).catch(error => `ERROR: ${error.message}`)
    stateByAction[fault.name] = { ...stateByAction[fault.name], [action.name]: state }
    console.log(`  ${fault.name} × ${action.name}: ${state}`)
    const expected = EXPECTED_STATES[fault.name]?.[action.name]
    if (!expected?.split(' or ').includes(state))
      differences.push(`${fault.name} × ${action.name}: ${state}, expected is ${expected}`)
  }
}

/** Replaces the table of docs/fault-matrix.md by the expected end states. */
function writeTable(): void {
  const names = ACTIONS.map(({ name }) => name)
  const rows = FAULTS.map(({ name }) => [name, ...names.map(action => EXPECTED_STATES[name]![action]!)])
  const formatLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [
    formatLine(['fault', ...names]),
    formatLine(['---', ...names.map(() => '---')]),
    ...rows.map(formatLine),
  ]
  const introduction = readFileSync(FILE, 'utf8').split('| fault |')[0]
  writeFileSync(FILE, `${introduction}${table.join('\n')}\n`)
}
