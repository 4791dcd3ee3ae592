import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { findMemoryFolder } from './memory-folder.mjs'
import { environment, install, node, root, step } from './setup.mjs'
import { calibrate, findExcess, formatWork, readChildrenCpu, readWork } from './suite-budget.mjs'

/*
 * Runs all checks and tests, the fastest first. The last line is the total of all runners.
 */
const started = performance.now()
const reports = mkdtempSync(join(tmpdir(), 'keepsake-tests-'))
const memory = findMemoryFolder()
const inMemory = memory ? { TMPDIR: memory } : {}
/**
 * Where tests run on PostgreSQL, those that depend on the engine run on the embedded one too; `npm run proof` runs all
 * on both.
 */
const BOTH_ENGINES = [
  'server/src/erase-account.test.ts',
  'server/src/migrate-database.test.ts',
  'server/src/restore.test.ts',
  'server/src/platform/db/',
  'server/src/platform/jobs/',
  'server/src/platform/push/',
  'server/src/http/cursor.test.ts',
]
const EMBEDDED = { TEST_DATABASE_URL: '' }
const VITEST = 'node_modules/vitest/vitest.mjs'
/** For threads of the web's tests (vitest.config.ts): the workers keep all cores busy, and what is compiled beside them is often not used. */
const COMPILE_IN_TURN = '--no-concurrent-recompilation'
const workFile = join(reports, 'work')
/** Processor time by stage, in seconds. */
const cpu = {}
let passed = 0
let failed = 0
/** Names of failed tests, printed at the end of the log. */
const failures = []

install()

measure('check', check)

const isOnPostgres = Boolean(process.env.TEST_DATABASE_URL)
step(`Unit and API tests on ${isOnPostgres ? 'PostgreSQL' : 'the embedded database'}`)
measure('unit', () => runVitest('unit', [], {}))
if (isOnPostgres) {
  step('API tests that depend on the engine, on the embedded database')
  measure('embedded', () => runVitest('embedded', BOTH_ENGINES, EMBEDDED))
}

step('The web in a real browser')
measure('browser', () => {
  buildWeb()
  runPlaywright()
})
const excess = isOnPostgres ? findExcess(readWork(workFile), cpu, calibrate()) : []
count('budget', Number(excess.length === 0), 1, true)
for (const each of excess) failures.push(`budget: ${each} (docs/measurements.md)`)

console.log(`\n${formatWork(readWork(workFile), cpu)}`)
for (const name of failures) console.log(`failed: ${name}`)
console.log(`\n${((performance.now() - started) / 60_000).toFixed(1)} min`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

/** Adds the processor time of a stage. */
function measure(stage, run) {
  const before = readChildrenCpu()
  run()
  cpu[stage] = readChildrenCpu() - before
}

function start(command, args, env = {}) {
  const allEnv = { ...environment, NODE_NO_WARNINGS: '1', WORK_FILE: workFile, ...env }
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: allEnv }).status === 0
}

/** Types, lint, unused code and structure: they count as one test. */
function check() {
  step('Types, lint, unused code, structure')
  const ok = start(node, ['tools/check.ts'])
  count('check', Number(ok), 1, true)
  if (!ok) failures.push('check, see above')
}

/** Adds one runner's counts; a runner that failed without a failed test counts as one failure. */
function count(runner, passedCount, total, ok) {
  passed += passedCount
  failed += Math.max(total - passedCount, ok ? 0 : 1)
  if (!ok && passedCount === total) failures.push(`${runner} failed, see above`)
}

function runVitest(name, filters, env) {
  const report = join(reports, `${name}.json`)
  const ok = start(
    node,
    [
      COMPILE_IN_TURN,
      VITEST,
      'run',
      ...filters,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { ...inMemory, ...env },
  )
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report)
  count(name, numPassedTests, numPassedTests + numFailedTests, ok)
  for (const { name: file, status, message, assertionResults } of testResults) {
    const failedTests = assertionResults.filter(each => each.status === 'failed')
    for (const { fullName, failureMessages } of failedTests)
      failures.push(`${name}, ${relative(root, file)}: ${fullName}\n${failureMessages.join('\n')}`)
    if (status === 'failed' && failedTests.length === 0)
      failures.push(`${name}, ${relative(root, file)}\n${message}`)
  }
}

function runPlaywright() {
  const report = join(reports, 'browser.json')
  const ok = start(
    'playwright',
    ['test', '--config', 'proof/browser/playwright.config.ts', '--reporter=line,json'],
    { ...inMemory, PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM: findChromium() },
  )
  const { stats, suites = [] } = readReport(report)
  const passedCount = stats?.expected ?? 0
  count('browser', passedCount, passedCount + (stats?.unexpected ?? 0), ok)
  for (const { file, title, tests } of suites.flatMap(listSpecs))
    for (const { status, projectName } of tests)
      if (status === 'unexpected') failures.push(`browser ${projectName}, ${file}: ${title}`)
}

function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)]
}

function readReport(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
}
