import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  hasChangedSince,
  PROOF_PARTS,
  type ProofPart,
  type ProofRun,
  writeProofRun,
} from '../tools/proof-record.ts'
import { buildWeb } from './bench/harness/chromium.ts'
import { startPostgres } from './bench/harness/postgres.ts'

/*
 * Proves what takes too long for `npm test`, on the commit that is checked out, and records it in docs/proof.md. Needs
 * PostgreSQL, HAProxy and Chromium (.ci/run installs them).
 */
const USAGE = `npm run proof [-- --only PART]…   parts: ${PROOF_PARTS.join(', ')}`
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODEL_STEPS = '20000'

interface Part {
  command: readonly string[]
  env?: Record<string, string>
  /** The figures of the record. */
  figures: (output: string) => string
}

const { findMemoryFolder } = await import(new URL('../tools/memory-folder.mjs', import.meta.url).href)
const memoryDirectory: string | null = findMemoryFolder()
if (memoryDirectory) process.env.TMPDIR = memoryDirectory
const reports = mkdtempSync(join(tmpdir(), 'keepsake-proof-'))

const PARTS: Record<ProofPart, Part> = {
  embedded: createVitestPart('embedded', ['--project', 'server', '--project', 'alone'], {
    TEST_DATABASE_URL: '',
  }),
  postgresql: createVitestPart('postgresql', ['--project', 'server', '--project', 'alone']),
  model: createVitestPart('model', ['--project', 'server', 'server/src/model.test.ts'], {
    MODEL_STEPS,
    TEST_DATABASE_URL: '',
  }),
  browser: {
    command: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'proof/browser/playwright.config.ts',
    ],
    figures: output => /\d+ passed.*$/m.exec(output)?.[0] ?? 'no result',
  },
  crash: { command: ['proof/crash.ts', '--kills', '20'], figures: formatFigures },
  'crash of a fleet': { command: ['proof/crash.ts', '--fleet', '--kills', '100'], figures: formatFigures },
  'fault matrix': { command: ['proof/fault-matrix.ts'], figures: getLastLine },
  statements: {
    command: ['proof/mutants.ts', '--table', 'proof/mutants/statements.txt', '--sample', '200'],
    figures: getLastLine,
  },
  speed: { command: ['proof/bench/against.ts'], figures: getLastLine },
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const chosenParts = PROOF_PARTS.filter(part => !values.only || values.only.includes(part))
if (values.only && chosenParts.length < values.only.length) {
  console.error(USAGE)
  process.exit(2)
}
const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], {
  cwd: ROOT,
  encoding: 'utf8',
}).trim()
if (hasChangedSince(ROOT, commit)) {
  console.error('Commit first: the record names the commit that was proven.')
  process.exit(1)
}

const runs: ProofRun[] = []
{
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rmSync(reports, { recursive: true }))
  const settings = ['fsync=off', 'max_connections=300', 'max_prepared_transactions=100']
  const databaseUrl = process.env.TEST_DATABASE_URL ?? (await startPostgres(resources, settings)).url
  await buildWeb()
  for (const part of chosenParts) {
    console.log(`\n▸ ${part}`)
    const started = performance.now()
    const { hasPassed, figures } = await runPart(PARTS[part], {
      TEST_DATABASE_URL: databaseUrl,
    })
    const minutes = ((performance.now() - started) / 60_000).toFixed(1)
    const day = new Date().toISOString().slice(0, 10)
    const run = { part, commit, day, hasPassed, figures: `${figures}; ${minutes} min` }
    writeProofRun(ROOT, run)
    runs.push(run)
  }
}
console.log(`\nProof of ${commit}`)
for (const { part, hasPassed, figures } of runs)
  console.log(`  ${hasPassed ? '✓' : '✗'} ${part.padEnd(18)} ${figures}`)
process.exit(runs.every(({ hasPassed }) => hasPassed) ? 0 : 1)

/** Runs the command of a part and shows its output as it comes. */
async function runPart({ command, env = {}, figures }: Part, shared: Record<string, string>) {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', PROOF: 'true', ...shared, ...env },
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => {
    output += text
    process.stdout.write(text)
  })
  const [code] = await once(child, 'close')
  return { hasPassed: code === 0, figures: figures(output) }
}

function createVitestPart(name: string, args: readonly string[], env: Record<string, string> = {}): Part {
  const report = join(reports, `${name}.json`)
  return {
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env,
    figures() {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
      return `${numPassedTests} passed, ${numFailedTests} failed`
    },
  }
}

function getLastLine(output: string): string {
  return output.trim().split('\n').at(-1)!.trim()
}

/** Formats the report of a harness: one line for each figure, after its heading. */
function formatFigures(output: string): string {
  const lines = output.trim().split('\n')
  const figures = lines.filter(line => /^ {2}\w[\w ]*\S {2,}\S/.test(line))
  return figures.map(line => line.trim().replace(/ {2,}/, ' ')).join('; ')
}
