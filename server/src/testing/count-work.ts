import { appendFileSync } from 'node:fs'

/** What tests cost, whatever the machine: tools/suite-budget.mjs says how much of each `npm test` may do. */
export type Work = 'test servers' | 'databases' | 'processes' | 'page loads' | 'sign-ins' | 'axe runs'

/** Counts one piece of work in the file WORK_FILE, which all processes of a run share. */
export function countWork(work: Work): void {
  const { WORK_FILE: file } = process.env
  if (file) appendFileSync(file, `${work}\n`)
}
