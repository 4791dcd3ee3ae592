import { expect, test } from 'vitest'
import { mergeResults } from './merge-results.ts'

const merge = (text: string, halves: Record<string, unknown>[][], values: unknown[] = []) => {
  const names = Object.keys(halves.flat()[0] ?? {})
  const results = halves.map(rows => ({ rows, rowCount: rows.length, fields: names.map(name => ({ name })) }))
  const { rows, rowCount } = mergeResults(text, values, results as never)
  return { rows, rowCount }
}

test('RV-718 rows of both halves are sorted and limited together', () => {
  const halves = [
    [{ a: 1 }, { a: 4 }],
    [{ a: 2 }, { a: 3 }],
  ]
  expect(merge('select a from t order by a limit $1', halves, [3]).rows).toEqual([
    { a: 1 },
    { a: 2 },
    { a: 3 },
  ])
  expect(merge('select a from t order by a desc limit 2', halves).rows).toEqual([{ a: 4 }, { a: 3 }])
  expect(merge('select a from t order by a nulls first', [[{ a: 1 }], [{ a: null }]]).rows[0]).toEqual({
    a: null,
  })
})

test('RV-718 what both count is added, and what both found is found once', () => {
  const counted = merge('select count(*)::int as n, max(a) as m from t', [[{ n: 2, m: 5 }], [{ n: 3, m: 7 }]])
  expect(counted).toEqual({ rows: [{ n: 5, m: 7 }], rowCount: 1 })
  expect(merge('select coalesce(sum(a), 0) as s from t', [[{ s: '2' }], [{ s: '3' }]]).rows).toEqual([
    { s: '5' },
  ])
  expect(merge('select distinct a from t', [[{ a: 1 }], [{ a: 1 }]]).rows).toEqual([{ a: 1 }])
})

test('RV-718 changes of both count together', () => {
  expect(merge('delete from t returning a', [[{ a: 1 }], [{ a: 2 }, { a: 3 }]]).rowCount).toBe(3)
})

test('RV-718 an order or offset that cannot be merged is refused', () => {
  const halves = [[{ a: 1 }], [{ a: 2 }]]
  expect(() => merge('select a from t order by lower(a)', halves)).toThrow('expression')
  expect(() => merge('select a from t order by a offset 1', halves)).toThrow('offset')
})
