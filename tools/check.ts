import { spawn } from 'node:child_process'

/** Types, lint, import directions, unused code: all at once, everything that fails is shown. */
const CHECKS: Record<string, string[]> = {
  // Each checker learns the same types anew: four take twice the time of one where there are two cores.
  types: ['tsc', '--noEmit', '-p', 'tsconfig.json', '--checkers', '1'],
  lint: ['biome', 'check', '--error-on-warnings', '--log-level=error'],
  imports: ['node', 'tools/import-directions.ts'],
  unused: ['knip', '--no-progress'],
}

const started = performance.now()
const results = await Promise.all(Object.entries(CHECKS).map(([name, command]) => run(name, command)))
for (const { name, ok, output } of results) {
  console.log(`${ok ? '✓' : '✗'} ${name}`)
  if (!ok) console.log(output)
}
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
process.exitCode = results.every(result => result.ok) ? 0 : 1

function run(
  name: string,
  [command, ...args]: string[],
): Promise<{ name: string; ok: boolean; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ name: string; ok: boolean; output: string }>()
  const child = spawn(command!, args, { env: { ...process.env, NODE_NO_WARNINGS: '1' } })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  child.on('error', error => resolve({ name, ok: false, output: error.message }))
  child.on('close', code => resolve({ name, ok: code === 0, output }))
  return promise
}
