import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockCustomers, setMovedDeletions } from '../../domains/customers/index.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Schema } from '../../schema.ts'
import { drainFaults } from '../faults.ts'
import { createFreshDatabase } from '../fresh-database.ts'
import { checkStatements } from './check-statements.ts'

/** The faults of locking and changing two customers in one statement each. */
async function faultsOfTwoCustomers(isDistributed: boolean): Promise<string[]> {
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase<Schema>(await createFreshDatabase(opened))
  opened.defer(() => database.close())
  checkStatements(database.pool, isDistributed)
  await sql`select 1`.execute(database.db)
  await transact(database.db, async tx => {
    await lockCustomers(tx as never, ['a', 'b'])
    await setMovedDeletions(tx as never, ['a', 'b'], new Date(0))
  })
  return drainFaults().map(fault => fault.split('\n')[0]!)
}

test('RV-718 RV-956 customers are locked and changed in one statement on one database, which is refused where there are two', async () => {
  expect(await faultsOfTwoCustomers(false)).toEqual([])
  expect(await faultsOfTwoCustomers(true)).toEqual([
    'A cluster could not execute this (RV-718): locks rows of several accounts: customers',
    'A cluster could not execute this (RV-718): names several accounts: customers',
  ])
})
