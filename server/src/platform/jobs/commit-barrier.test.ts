import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schema } from '../../schema.ts'
import { createFreshDatabase } from '../../testing/fresh-database.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { createCommitBarrier } from './commit-barrier.ts'

const opened = new AsyncDisposableStack()
let database: OpenDatabase<Schema>
beforeAll(async () => {
  database = await openDatabase<Schema>(await createFreshDatabase(opened))
  opened.defer(() => database.close())
})
afterAll(() => opened.disposeAsync())

/** The database as a coordinator of Citus, with the ids of committed transactions that each query finds in turn. */
function coordinator(...found: string[][]) {
  const queries: string[] = []
  const query = async (text: string) => {
    queries.push(text)
    if (text.includes('pg_dist_node')) return { rows: [{ is_citus: true }] }
    const { rows } = await database.pool.query(text)
    return { rows: [...rows, ...(found.shift() ?? []).map(id => ({ id }))] }
  }
  return { queries, createBarrier: () => createCommitBarrier({ query } as never) }
}

test('RV-718 a worker on Citus waits for the transactions that were committing when it fetched its job, and for no later ones', async () => {
  const { queries, createBarrier } = coordinator(['7', '8'], ['8', '9'], ['9'])
  const waitForCommits = await createBarrier()
  await waitForCommits!()
  expect(queries).toHaveLength(1 + 3)
})

test('RV-718 it waits for none that has released its locks, and on other databases there is no barrier', async () => {
  const { queries, createBarrier } = coordinator()
  await (await createBarrier())!()
  expect(queries).toHaveLength(1 + 1)
  expect(await createCommitBarrier(database.pool)).toBeNull()
})
