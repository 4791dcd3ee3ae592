import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestName } from './mutant.ts'

export interface TestResults {
  /** The result of a test; undefined when it did not run. */
  find(name: TestName): { status: 'passed' | 'failed' } | undefined
}

/** Runs test files of the checkout. */
export async function runTests(folder: string, files: readonly string[]): Promise<TestResults> {
  const report = join(folder, 'test-report.json')
  rmSync(report, { force: true })
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files]
  const child = spawn(
    process.execPath,
    [...args, '--maxWorkers=2', '--reporter=json', `--outputFile=${report}`],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )
  await once(child, 'close')
  if (!existsSync(report)) throw new Error('The tests did not start')
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return {
    find: ({ file, title }) =>
      testResults
        .filter(({ name }) => relative(folder, name) === file)
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ fullName }) => fullName.endsWith(title))
        .toSorted(({ status: a }) => (a === 'failed' ? -1 : 1))[0],
  }
}

interface Report {
  testResults: readonly {
    /** The path of the file. */
    name: string
    assertionResults: readonly { fullName: string; status: 'passed' | 'failed' }[]
  }[]
}
