import { readFileSync, writeFileSync } from 'node:fs'
import { ACTIONS } from './actions.ts'
import { EXPECTED_STATES } from './expected-states.ts'
import { FAULTS } from './faults.ts'

const FILE = new URL('../../docs/fault-matrix.md', import.meta.url)

/** Replaces the table of docs/fault-matrix.md by the expected end states. */
export function writeTable(): void {
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
