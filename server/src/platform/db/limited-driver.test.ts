import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../testing/fresh-database.ts'
import { hasPgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts'
import type { StatementClass } from '../time-limits.ts'
import { createDatabaseLimits, openDatabase, type PostgresLocation } from './database.ts'
import { runInStatementScope } from './statement-scope.ts'
import { transact } from './transact.ts'

async function readLimits(db: Kysely<object>): Promise<string> {
  const { rows } = await sql<{ limits: string }>`
    select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as limits`.execute(
    db,
  )
  return rows[0]!.limits
}

describe.runIf(process.env.TEST_DATABASE_URL)(
  'RV-881 the limits of statements on a PostgreSQL server',
  () => {
    const opened = new AsyncDisposableStack()
    afterAll(() => opened.disposeAsync())

    async function open(location: PostgresLocation, defaultClass: StatementClass) {
      const database = await openDatabase<object>(location, {
        limits: createDatabaseLimits(location, defaultClass),
      })
      opened.defer(() => database.close())
      const { db } = database
      const inClass = <T>(statementClass: StatementClass, work: () => Promise<T>) =>
        runInStatementScope({ statementClass, group: 'test' }, work)
      return {
        single: (statementClass: StatementClass) => inClass(statementClass, () => readLimits(db)),
        inTransaction: (statementClass: StatementClass) =>
          inClass(statementClass, () => transact(db, tx => readLimits(tx.db))),
        outside: () => readLimits(db),
      }
    }

    test.each([
      ['read', '5s 3s'],
      ['job', '10min 1min'],
      ['command', '0 0'],
    ] as const)('of a process with the class %s are those of its sessions', async (defaultClass, limits) => {
      const { outside } = await open(await createEmptyDatabase(opened), defaultClass)
      expect(await outside()).toBe(limits)
    })

    test('of a transaction are those of its class, and end with it', async () => {
      const { single, inTransaction, outside } = await open(await createEmptyDatabase(opened), 'read')
      expect(await inTransaction('write')).toBe('5s 4s')
      expect(await inTransaction('upload')).toBe('8s 6s')
      expect(await inTransaction('job')).toBe('10min 1min')
      expect(await single('job')).toBe('10min 1min')
      expect(await single('download')).toBe('8s 3s')
      expect(await single('write')).toBe('5s 3s')
      expect(await outside()).toBe('5s 3s')
    })

    test.runIf(hasPgBouncer())(
      'are set in the same way behind a pooler, whose sessions have those of reads',
      async () => {
        const { url, directUrl = url } = await createEmptyDatabase(opened)
        const pooler = await startPgBouncer(
          directUrl,
          opened,
          [],
          "connect_query='set statement_timeout = 5000; set lock_timeout = 3000'",
        )
        const location = { url: pooler, directUrl, preparesStatements: false }
        const { single, inTransaction, outside } = await open(location, 'read')
        expect(await inTransaction('write')).toBe('5s 4s')
        expect(await single('job')).toBe('10min 1min')
        expect(await outside()).toBe('5s 3s')
        const commands = await open(location, 'command')
        expect(await commands.outside()).toBe('0 0')
      },
    )
  },
)
