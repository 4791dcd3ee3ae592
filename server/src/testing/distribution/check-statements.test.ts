import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockCustomers, setMovedDeletions } from '../../domains/customers/index.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Schema } from '../../schema.ts'
import { drainFaults } from '../faults.ts'
import { createFreshDatabase } from '../fresh-database.ts'
import { checkStatements } from './check-statements.ts'

test('RV-718 RV-956 customers are locked and changed in one statement, by executeForAccounts', async () => {
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase<Schema>(await createFreshDatabase(opened))
  opened.defer(() => database.close())
  checkStatements(database.pool)
  await sql`select 1`.execute(database.db)
  await transact(database.db, async tx => {
    await lockCustomers(tx as never, ['a', 'b'])
    await setMovedDeletions(tx as never, ['a', 'b'], new Date(0))
  })
  expect(drainFaults()).toEqual([])
})
