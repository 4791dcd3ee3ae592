import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import {
  deleteRows,
  deleteRowsReturning,
  listFirstRows,
  listValues,
  lockRows,
  updateRows,
  updateRowsReturning,
} from './rows.ts'
import type { Tx } from './transact.ts'

interface Tables {
  things: { id: string; name: string }
}

/** Fails when a statement is executed. */
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: async () => expect.unreachable() }) })

test('a key without a column is refused: it would mean all rows of the table', async () => {
  await expect(deleteRows(db, 'things', {})).rejects.toThrow('at least one column')
  await expect(updateRows(db, 'things', {}, { name: 'all' })).rejects.toThrow('at least one column')
})

test('no row has one of no values: without a statement nothing is listed, locked, changed or deleted', async () => {
  const none = { id: [] }
  expect(await listFirstRows(db, 'things', none, 10)).toEqual([])
  expect(await listValues(db, 'things', none, 'name')).toEqual([])
  expect(await lockRows({ db } as unknown as Tx<Tables>, 'things', none)).toEqual([])
  expect(await updateRowsReturning(db, 'things', none, { name: 'all' })).toEqual([])
  expect(await deleteRowsReturning(db, 'things', none)).toEqual([])
  expect(await deleteRows(db, 'things', none)).toBe(0)
})
