import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkStructure } from './check/structure.ts'

/**
 * Checks types, lint, unused code and structure in parallel and shows all failures.
 *   npm run check [-- structure types …]
 */
const COMMANDS: Record<string, string[]> = {
  // Every checker builds the same types again: on two cores four take twice the time of one.
  types: ['tsc', '--noEmit', '-p', 'tsconfig.json', '--checkers', '1'],
  lint: ['biome', 'check', '--error-on-warnings', '--log-level=error'],
  unused: ['knip', '--no-progress'],
}

interface Result {
  name: string
  ok: boolean
  output: string
}

const started = performance.now()
const chosenNames = process.argv.slice(2)
const isChosen = (name: string) => chosenNames.length === 0 || chosenNames.includes(name)
const pendingResults = Object.entries(COMMANDS).flatMap(([name, command]) =>
  isChosen(name) ? runCommand(name, command) : [],
)
const structure = isChosen('structure') ? [runStructureCheck()] : []
const results = [...structure, ...(await Promise.all(pendingResults))]
for (const { name, ok, output } of results) {
  console.log(`${ok ? '✓' : '✗'} ${name}`)
  if (!ok) console.log(output)
}
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
process.exitCode = results.every(result => result.ok) ? 0 : 1

function runStructureCheck(): Result {
  const violations = checkStructure(fileURLToPath(new URL('..', import.meta.url)))
  return { name: 'structure', ok: violations.length === 0, output: violations.join('\n') }
}

function runCommand(name: string, [command, ...args]: string[]): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>()
  const child = spawn(command!, args, { env: { ...process.env, NODE_NO_WARNINGS: '1' } })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  child.on('error', error => resolve({ name, ok: false, output: error.message }))
  child.on('close', code => resolve({ name, ok: code === 0, output }))
  return promise
}
