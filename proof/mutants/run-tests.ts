import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface FileResult {
  passed: number
  /** The titles of tests that failed; what the file itself failed with, where it did. */
  failed: readonly string[]
}

/** Runs test files of a checkout; what the runner prints goes to stderr. */
export async function runTests(folder: string, files: readonly string[]): Promise<Map<string, FileResult>> {
  const report = join(folder, 'test-report.json')
  rmSync(report, { force: true })
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...files],
      ...['--maxWorkers=1', '--reporter=default', '--reporter=json', `--outputFile=${report}`],
      ...['--testTimeout=120000', '--hookTimeout=120000'],
    ],
    {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, NODE_NO_WARNINGS: '1', PROOF: 'true' },
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
