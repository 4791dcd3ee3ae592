import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Mutant, TestName } from './mutant.ts'
import { findSwitchPlace, plantFaults } from './plant.ts'

/** A copy of the files of a checkout with its installed packages, in which faults are planted. */
export class Checkout {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(root: string): Promise<Checkout> {
    const folder = mkdtempSync(join(tmpdir(), 'keepsake-mutants-'))
    const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
    const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], options)
    for (const path of list.split('\0').filter(each => each !== '' && existsSync(join(root, each)))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      copyFileSync(join(root, path), join(folder, path))
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return new Checkout(folder)
  }

  /** Empty for a file that the checkout does not have. */
  read(path: string): string {
    const file = join(this.folder, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  /** Plants faults and runs the tests of each, until one has seen it. Named tests run alone, and must pass without a fault. */
  async run(mutants: readonly Mutant[]): Promise<{ mutant: Mutant; seenBy: string | undefined }[]> {
    const originals = new Map(mutants.map(({ file }) => [file, this.read(file)]))
    const write = (read: (file: string, content: string) => string) => {
      for (const [file, content] of originals) writeFileSync(join(this.folder, file), read(file, content))
    }
    const plant = () =>
      write((file, content) =>
        plantFaults(
          content,
          mutants.filter(mutant => mutant.file === file),
        ),
      )
    const restore = () => write((_, content) => content)
    // A fault outside of functions has no switch: the control, which runs without it, runs before it is planted.
    const isSwitched = mutants.every(mutant => findSwitchPlace(originals.get(mutant.file)!, mutant))
    const seen = new Map<Mutant, string>()
    for (let nth = 0; ; nth += 1) {
      const runs = mutants.flatMap(mutant => {
        const test = mutant.tests[nth]
        return test && !seen.has(mutant) ? [{ mutant, test }] : []
      })
      if (runs.length === 0) break
      const named = Object.groupBy(
        runs.flatMap(({ test }) => (test.title === undefined ? [] : [test])),
        ({ file }) => file,
      )
      const controls = new Map(
        Object.entries(named).map(([file, tests]) => [this.#copyTest('none', tests!), file]),
      )
      restore()
      const apart = isSwitched ? [] : await runTests(this.folder, [...controls.keys()])
      plant()
      const copies = new Map(runs.map(({ mutant, test }) => [this.#copyTest(mutant.id, [test]), mutant]))
      const together = [...(isSwitched ? controls.keys() : []), ...copies.keys()]
      const results = new Map([...apart, ...(await runTests(this.folder, together))])
      const failing = new Set<string>()
      for (const copy of [...controls.keys(), ...copies.keys()]) {
        rmSync(join(this.folder, copy))
        const mutant = copies.get(copy)
        const { passed, failed } = results.get(copy) ?? { passed: 0, failed: [] }
        const file = controls.get(copy) ?? mutant?.tests[nth]?.file
        if (passed + failed.length === 0) console.error(`No test ran in ${copy}`)
        // A test that fails without the fault, too, has not seen it.
        const failure = failed.find(title => !failing.has(`${file}: ${title}`))
        if (mutant && failure) seen.set(mutant, `${file}: ${failure}`)
        if (mutant) continue
        for (const title of failed) {
          console.error(`Without a fault, alone, in ${copy}: ${title}`)
          failing.add(`${file}: ${title}`)
        }
      }
    }
    restore()
    return mutants.map(mutant => ({ mutant, seenBy: seen.get(mutant) }))
  }

  /** Copies a test file so that it turns the fault on, runs the named tests and skips the rest after a failure. */
  #copyTest(fault: string, tests: readonly TestName[]): string {
    const { file } = tests[0]!
    const copy = file.replace(/(\.proof)?\.test\.tsx?$/, ending => `.${fault}${ending}`)
    const head = `
import { afterEach as afterEachOfFault, beforeEach as beforeEachOfFault } from 'vitest'
process.env.PLANTED_FAULT = '${fault}'
const titlesOfFault = ${JSON.stringify(tests.map(({ title = '' }) => title))}
let faultIsSeen = false
beforeEachOfFault(({ task, skip }) => {
  const names = []
  for (let each = task; each; each = each.suite) names.unshift(each.name)
  skip(faultIsSeen || !titlesOfFault.some(title => names.join(' ').includes(title)))
})
afterEachOfFault(({ task }) => {
  faultIsSeen ||= process.env.PLANTED_FAULT !== 'none' && task.result.state === 'fail'
})
`
    writeFileSync(join(this.folder, copy), head + this.read(file))
    return copy
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}

/** How long a test waits for what a fault prevents. */
const WAIT_MS = '10000'

interface FileResult {
  passed: number
  /** The titles of tests that failed; what the file itself failed with, where it did. */
  failed: readonly string[]
}

/** Runs test files of a checkout; what the runner prints goes to stderr. */
async function runTests(folder: string, files: readonly string[]): Promise<Map<string, FileResult>> {
  // Without a name the test runner would run all tests.
  if (files.length === 0) return new Map()
  const report = join(folder, 'test-report.json')
  rmSync(report, { force: true })
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...files],
      // Two, not one: a single worker gets all files of a project at once, which share their modules, mocks and DOM.
      ...['--maxWorkers=2', '--reporter=default', '--reporter=json', `--outputFile=${report}`],
      ...['--testTimeout=120000', '--hookTimeout=120000'],
    ],
    {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, NODE_NO_WARNINGS: '1', PROOF: 'true', TEST_WAIT_MS: WAIT_MS },
    },
  )
  await once(child, 'close')
  if (!existsSync(report)) throw new Error('The tests did not start')
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return new Map(
    testResults.map(({ name, message, assertionResults }) => {
      const failed = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => fullName)
      const passed = assertionResults.filter(({ status }) => status === 'passed').length
      return [relative(folder, name), { passed, failed: message && !failed[0] ? [message] : failed }]
    }),
  )
}

interface Report {
  testResults: readonly {
    /** The path of the file. */
    name: string
    /** Why the file itself failed. */
    message: string
    assertionResults: readonly { fullName: string; status: 'passed' | 'failed' | 'skipped' }[]
  }[]
}
