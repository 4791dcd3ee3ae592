import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8')

const rows = read('docs/deviations.md')
  .split('\n')
  .filter(line => /^\| [A-Z]{2}-\d/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()))

test('RV-851 RV-1106 each deviation is one row with its sentence, what the product does, whom it concerns with the remedy, why, and the switch, sorted by id', () => {
  expect(rows.length).toBeGreaterThan(50)
  for (const [before, id, sentence, product, , concerned, why, switchName, after] of rows) {
    expect([before, after, rows[0]!.length], id).toEqual(['', '', 9])
    for (const cell of [sentence, product, why]) expect(cell!.length, id).toBeGreaterThan(10)
    expect(concerned, id).toMatch(/^(?:.+; .+|As [A-Z]{2}-\d+.*)$/)
    expect(switchName, id).not.toBe('')
  }
  const ids = rows.map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)].sort())
})

test('RV-851 each switch exists: a setting of the process, a flag or a field of the brand’s file', () => {
  const settings = `${read('server/src/platform/config/config.ts')}${read('contract/brands.ts')}`
  const names = rows.map(([, , , , , , , name]) => name!).filter(name => name !== '–')
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) expect(settings).toMatch(new RegExp(`\\b${/^`(\w+)`$/.exec(name)?.[1]}\\b`))
})
