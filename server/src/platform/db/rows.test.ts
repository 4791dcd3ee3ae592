import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { deleteRows, updateRows } from './rows.ts'

interface Tables {
  things: { id: string; name: string }
}

test('a key without a column is refused: it would mean all rows of the table', async () => {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: async () => expect.unreachable() }) })
  await expect(deleteRows(db, 'things', {})).rejects.toThrow('at least one column')
  await expect(updateRows(db, 'things', {}, { name: 'all' })).rejects.toThrow('at least one column')
})
