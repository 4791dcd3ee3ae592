import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeExceptions, listDeviations, listRequirements, listStatements } from './requirements.ts'

const root = join(import.meta.dirname, '..')
const requirements = listRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
const statements = listStatements(root)

test('RV-1128 each row of the requirements is stated by a test that names it', () => {
  expect(requirements.length).toBeGreaterThan(500)
  const stated = new Set(statements.flatMap(({ ids }) => ids))
  expect(requirements.filter(({ ids }) => !ids.some(id => stated.has(id)))).toEqual([])
})

test('RV-1128 each row of the two documents that a test names is a requirement', () => {
  const required = new Set(requirements.flatMap(({ ids }) => ids))
  const named = statements.flatMap(({ ids, file }) => ids.map(id => ({ id, file })))
  expect(named.filter(({ id }) => /^(PL|AA)-/.test(id) && !required.has(id))).toEqual([])
})

test('RV-1103 each sentence holds, holds except for what its deviation names, or deviates', () => {
  const deviations = listDeviations(readFileSync(join(root, 'docs/deviations.md'), 'utf8'))
  expect(deviations.size).toBeGreaterThan(70)
  expect([...deviations].filter(([, holds]) => !/^(?:except|deviates)$/.test(holds))).toEqual([])
  const required = new Set(requirements.flatMap(({ ids }) => ids))
  expect([...deviations.keys()].filter(id => !required.has(id))).toEqual([])
  expect(requirements.map(({ ids, exceptions }) => [ids.join(), exceptions])).toEqual(
    requirements.map(({ ids }) => [ids.join(), describeExceptions(ids, deviations)]),
  )
})

test('RV-1103 a row of several ids names each that deviates', () => {
  const rows = listDeviations(
    '| PL-001 | a | b | except | c | d | – |\n| PL-002 | a | b | deviates | c | d | – |\n| PL-004 | a | b | except | c | d | – |',
  )
  const describeRow = (...ids: string[]) => describeExceptions(ids, rows)
  expect([describeRow('PL-003'), describeRow('PL-002', 'PL-003')]).toEqual(['', 'deviates PL-002'])
  expect(describeRow('PL-001', 'PL-002', 'PL-004')).toBe('except PL-001, PL-004; deviates PL-002')
})

test('RV-1128 titles of tests, groups and cases are statements; comments and other texts are none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-statements-'))
  mkdirSync(join(folder, 'web'))
  const code = [
    `describe('PL-001 a group', () => {`,
    `  test("PL-002 AA-003 says 'yes' at once", () => {})`,
    `  test.each([['OP-04 a case']])('%s', () => {})`,
    `  // PL-005 is a comment`,
    `  test('names PL-006 late', () => {})`,
  ].join('\n')
  writeFileSync(join(folder, 'web/rows.test.ts'), code)
  writeFileSync(join(folder, 'web/rows.ts'), `export const text = 'PL-007 no test'`)
  expect(listStatements(folder)).toEqual([
    { ids: ['PL-001'], title: 'PL-001 a group', file: 'web/rows.test.ts' },
    { ids: ['PL-002', 'AA-003'], title: `PL-002 AA-003 says 'yes' at once`, file: 'web/rows.test.ts' },
    { ids: ['OP-04'], title: 'OP-04 a case', file: 'web/rows.test.ts' },
  ])
  const page =
    '| row | what holds |\n|---|---|\n| PL-001, OP-04 | it holds | here |\n| PL-009, PL-010, PL-011 | both |\n| P7 | a | b |\n| x | y |'
  expect(listRequirements(page)).toEqual([
    { ids: ['PL-001', 'OP-04'], sentence: 'it holds', exceptions: 'here' },
    { ids: ['PL-009', 'PL-010', 'PL-011'], sentence: 'both', exceptions: '' },
    { ids: ['P7'], sentence: 'a', exceptions: 'b' },
  ])
})
