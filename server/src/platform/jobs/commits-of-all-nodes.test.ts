import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Schema } from '../../schema.ts'
import { citusServers } from '../../testing/distribution/citus-servers.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { openDatabase } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { createLog } from '../log/log.ts'
import { defineJob, handleJob } from './jobs.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { openJobs } from './pg-boss-jobs.ts'

/** Without the barrier about one job in a hundred came too early. */
const TRANSACTIONS = 2_000
const IN_PARALLEL = 4

test.runIf(citusServers().length > 0)(
  'RV-718 a job finds the rows that its transaction wrote on other nodes',
  async () => {
    await using opened = new AsyncDisposableStack()
    const database = await openDatabase<Schema>(await freshDatabase(opened))
    opened.defer(() => database.close())
    const kind = defineJob<{ accountId: string }>('test.found', { concurrency: 4 })
    const log = createLog({ level: 'silent' })
    await migrateJobs(database, [kind], log)
    const jobs = await openJobs(database, [kind], log)
    opened.defer(() => jobs.close())
    const missing: string[] = []
    let found = 0
    const findCustomer = async (_ctx: object, [job]: { accountId: string }[]) => {
      const { accountId } = job!
      const row = await database.db
        .selectFrom('customers')
        .select('account_id')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (row) found++
      else missing.push(accountId)
    }
    await jobs.work({}, [handleJob(kind, findCustomer)])
    const addCustomer = () =>
      transact(database.db, async tx => {
        const [accountId, vendor] = [randomUUID(), 'keepsake' as const]
        const account = {
          account_id: accountId,
          vendor,
          email: `${accountId}@keepsake.test`,
          business: false,
        }
        await tx.db.insertInto('account_directory').values(account).execute()
        await tx.db
          .insertInto('customers')
          .values({ ...account, brand_id: 'keepsake-gb', locale: 'en-GB', registered_at: new Date() })
          .execute()
        await jobs.send(tx, kind, [{ accountId }])
      })
    let left = TRANSACTIONS
    await Promise.all(
      Array.from({ length: IN_PARALLEL }, async () => {
        while (left-- > 0) await addCustomer()
      }),
    )
    await jobs.idle()
    expect({ missing, found }).toEqual({ missing: [], found: TRANSACTIONS })
  },
)
