import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { chromium } from './chromium.mjs'
import { environment, fail, install, node, root, step } from './setup.mjs'

/*
 * Runs all checks and tests, the fastest first; with '--changed [ref]' those that changes since then affect.
 * The last line is the total of all runners.
 */
const reports = mkdtempSync(join(tmpdir(), 'keepsake-tests-'))
/** Tests write thousands of small files: in memory where there is enough. The crash test uses the disk. */
const inMemory = hasSpace('/dev/shm') ? { TMPDIR: '/dev/shm' } : {}
/** Of a failed test, as in proof/browser/playwright.config.ts. A test that passed when retried is listed as flaky, to be repaired. */
const RETRIES = 1
/** Tests that run with the accounts distributed over two databases; others by command (docs/decisions/0112). */
const DISTRIBUTED = [
  ...['albums', 'uploads', 'exports', 'customers', 'shared-albums', 'imports'].map(
    domain => `server/src/domains/${domain}/`,
  ),
  'server/src/http/access-matrix.test.ts',
  'server/src/testing/distribution/customer-lock.test.ts',
]
/** Steps of the model-based test after a change; the full number takes minutes. */
const MODEL_STEPS_CHANGED = '2000'
let passed = 0
let failed = 0
/** Characters of a failed command's output that the end of the log repeats. */
const FAILED_OUTPUT_MAX = 5_000
/** Names of failed and of retried tests, printed at the end of the log. */
const failures = []
const flaky = []

install()

const [option, since = 'main'] = process.argv.slice(2)
if (option === '--changed') await testChanged()
else if (option === undefined) await testAll()
else fail('npm test [-- --changed [ref]]')

for (const name of flaky) console.log(`flaky: ${name}`)
for (const name of failures) console.log(`failed: ${name}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

async function testAll() {
  step('Types, lint, unused code, structure')
  await command('check', ['tools/check.ts']).ended()

  step('Unit and API tests on the embedded database, in parallel with the crash test, which mostly waits')
  const crashTest = command('crash test', ['proof/crash.ts', '--kills', '3'])
  vitest('embedded', [], { TEST_DATABASE_URL: '', TEST_SECOND_DATABASE_URL: '' })

  step('Crash test, short form')
  await crashTest.ended()

  if (process.env.TEST_DATABASE_URL) {
    step('API tests on PostgreSQL')
    vitest('postgresql', ['server'], { TEST_SECOND_DATABASE_URL: '' })
    if (process.env.TEST_SECOND_DATABASE_URL) {
      step('API tests with the accounts distributed over two databases')
      vitest('two databases', DISTRIBUTED, {})
    }
    if (!existsSync('/usr/sbin/haproxy')) step('HAProxy is not installed: no upgrade test')
    else if (hasPreviousCommit()) {
      step('Upgrade from the previous commit and back, short form')
      await command('upgrade test', ['proof/upgrade.ts', '--rounds', '1']).ended()
    }
  }

  step('The web in a real browser')
  buildWeb()
  playwright([])
}

/** Runs the tests that changes since the merge base with `since` affect (tools/affected), on the embedded database only. */
async function testChanged() {
  const { stdout } = spawnSync(node, ['tools/affected.ts', since], {
    cwd: root,
    env: withEnvironment({}),
    encoding: 'utf8',
  })
  const { all, unit, browser } = JSON.parse(stdout)
  if (all) return testAll()
  step('Types, lint, unused code, structure')
  await command('check', ['tools/check.ts']).ended()
  if (unit.length > 0) {
    step(`Unit and API tests that the change affects: ${unit.length} files`)
    vitest('embedded', unit, {
      TEST_DATABASE_URL: '',
      TEST_SECOND_DATABASE_URL: '',
      MODEL_STEPS: MODEL_STEPS_CHANGED,
    })
  }
  if (browser.length > 0) {
    step(`Browser tests that the change affects: ${browser.join(', ')}`)
    buildWeb()
    playwright(browser)
  }
}

/** False in a clone without history. */
function hasPreviousCommit() {
  return spawnSync('git', ['rev-parse', '--quiet', '--verify', 'HEAD^'], { cwd: root }).status === 0
}

function start(command, args, env = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: withEnvironment(env) })
  return result.status === 0
}

/** Starts a command that counts as one test. When `ended` is awaited its output is printed, after a failure at the end again. */
function command(name, args) {
  const log = join(reports, `${name}.log`)
  const file = openSync(log, 'w')
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', file, file], env: withEnvironment({}) })
  const end = once(child, 'exit')
  return {
    async ended() {
      const [status] = await end
      const output = readFileSync(log, 'utf8')
      process.stdout.write(output)
      count(name, Number(status === 0), 1, true)
      if (status !== 0) failures.push(`${name}\n${output.slice(-FAILED_OUTPUT_MAX)}`)
    },
  }
}

function withEnvironment(env) {
  return { ...environment, NODE_NO_WARNINGS: '1', ...env }
}

/** Adds one runner's counts; a runner that failed without a failed test counts as one failure. */
function count(runner, passedCount, total, ok) {
  passed += passedCount
  failed += Math.max(total - passedCount, ok ? 0 : 1)
  if (!ok && passedCount === total) failures.push(`${runner} failed, see above`)
}

function vitest(name, filters, env) {
  const report = join(reports, `${name}.json`)
  const ok = start(
    'vitest',
    [
      'run',
      ...filters,
      `--retry=${RETRIES}`,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { ...inMemory, ...env },
  )
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read(report)
  count(name, numPassedTests, numPassedTests + numFailedTests, ok)
  for (const { name: file, status, message, assertionResults } of testResults) {
    // Vitest keeps the messages of the failed attempts.
    for (const each of assertionResults)
      if (each.status === 'passed' && each.failureMessages.length > 0)
        flaky.push(`${name}, ${relative(root, file)}: ${each.fullName}\n${each.failureMessages.join('\n')}`)
    const failedTests = assertionResults.filter(each => each.status === 'failed')
    for (const { fullName, failureMessages } of failedTests)
      failures.push(`${name}, ${relative(root, file)}: ${fullName}\n${failureMessages.join('\n')}`)
    if (status === 'failed' && failedTests.length === 0)
      failures.push(`${name}, ${relative(root, file)}\n${message}`)
  }
}

function playwright(filters) {
  const report = join(reports, 'browser.json')
  const ok = start(
    'playwright',
    ['test', ...filters, '--config', 'proof/browser/playwright.config.ts', '--reporter=line,json'],
    {
      ...inMemory,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      CHROMIUM: chromium(),
    },
  )
  const { stats, suites = [] } = read(report)
  const passedCount = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  count('browser', passedCount, passedCount + (stats?.unexpected ?? 0), ok)
  for (const { file, title, tests } of suites.flatMap(specsIn))
    for (const { status, projectName } of tests) {
      if (status === 'unexpected') failures.push(`browser ${projectName}, ${file}: ${title}`)
      if (status === 'flaky') flaky.push(`browser ${projectName}, ${file}: ${title}`)
    }
}

function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)]
}

function hasSpace(folder) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= 8e9
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
}
