import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { countWork } from '#server/testing/count-work.ts'

const { CPU_BUDGET, WORK_BUDGET, findExcess, formatWork, readWork } = await import(
  new URL('suite-budget.mjs', import.meta.url).href
)

const folder = mkdtempSync(join(tmpdir(), 'keepsake-work-'))
const { WORK_FILE } = process.env
afterEach(() => {
  if (WORK_FILE === undefined) delete process.env.WORK_FILE
  else process.env.WORK_FILE = WORK_FILE
  rmSync(folder, { recursive: true, force: true })
})

const within = () => ({ ...WORK_BUDGET })

test('RV-1131 work of all processes is counted by kind', () => {
  process.env.WORK_FILE = join(folder, 'work')
  expect(readWork(process.env.WORK_FILE)).toEqual(expect.objectContaining({ 'sign-ins': 0, databases: 0 }))
  for (const kind of ['sign-ins', 'databases', 'sign-ins'] as const) countWork(kind)
  expect(readWork(process.env.WORK_FILE)).toEqual(expect.objectContaining({ 'sign-ins': 2, databases: 1 }))
})

test('RV-1131 a fifth above the budget of each kind is accepted, and more is not', () => {
  for (const [kind, budget] of Object.entries<number>(WORK_BUDGET)) {
    const most = Math.floor(budget * 1.2)
    expect(findExcess({ ...within(), [kind]: most }, {}, 1)).toEqual([])
    expect(findExcess({ ...within(), [kind]: most + 1 }, {}, 1)).toEqual([`${most + 1} ${kind} of ${budget}`])
  }
})

test('RV-1131 processor time is measured by the speed of the machine', () => {
  const most = CPU_BUDGET.unit * 1.2 * 1.5
  expect(findExcess(within(), { unit: most - 1 }, 1)).toEqual([])
  expect(findExcess(within(), { unit: most + 1 }, 1)).toHaveLength(1)
  expect(findExcess(within(), { unit: most + 1 }, 2)).toEqual([])
})

test('RV-1131 the suite prints each kind beside its budget', () => {
  const text = formatWork({ ...within(), 'axe runs': 7 }, { unit: 60, browser: 30 })
  expect(text).toContain(`7 axe runs (${WORK_BUDGET['axe runs']})`)
  expect(text).toContain('1.5 min')
})
