import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRollbackPlans } from 'pg-boss'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findPendingChanges, migrateDatabase, prepareDatabase } from './migrate-database.ts'
import { BASELINE_ID } from './migrations/baseline.ts'
import { installTables } from './platform/db/baseline.ts'
import { type OpenDatabase, openDatabase } from './platform/db/database.ts'
import { createLog } from './platform/log/log.ts'
import type { Schema } from './schema.ts'
import { serve } from './serve.ts'
import { createTestStorage, type TestStorage } from './testing/harness.ts'
import { runNode } from './testing/machine.ts'
import { createDatabaseSettings } from './testing/process-settings.ts'
import { isProof } from './testing/sample.ts'

const log = createLog({ level: 'silent' })
const TABLES = `tables ${BASELINE_ID}`

let storage: TestStorage
let database: OpenDatabase<Schema>
let isOpen: boolean
beforeEach(async () => {
  storage = await createTestStorage()
  database = await openDatabase<Schema>(storage.location)
  isOpen = true
  onTestFinished(async () => {
    if (isOpen) await closeDatabase()
    await storage.remove()
  })
})

async function closeDatabase(): Promise<void> {
  isOpen = false
  await database.close()
}

const names = async () => (await findPendingChanges(database)).map(({ name }) => name)
const query = (text: string) => database.pool.query(text)
const countTables = async () =>
  Number((await query(`select count(*) from pg_tables where schemaname = 'public'`)).rows[0].count)

const settings = () => ({
  DATA_DIR: storage.folder,
  ...createDatabaseSettings(storage),
  PORT: '0',
  LOG_LEVEL: 'fatal',
})

/** Runs a command of the command line. */
async function run(...words: string[]): Promise<{ code: unknown; output: string }> {
  const { code, stdout, stderr } = await runNode('main.ts', words, settings())
  return { code, output: stdout + stderr }
}

describe('RV-1121 a database with the tables of another build', () => {
  const refusal = () => prepareDatabase(database, { migrationWaitMs: 0 }, log)

  test('is refused with one sentence that says what to do, and nothing is written to it', async () => {
    await query(`update baseline set id = 'f00df00df00d'`)
    const tables = await countTables()
    for (const attempt of [refusal, () => migrateDatabase(database, log), names])
      await expect(attempt()).rejects.toThrow(
        /^The database has the tables of another build \(f00df00df00d, not [0-9a-f]{12}\), and before release 1\.0\.0 no build changes them: set DATA(_DIR to another folder|BASE_URL to an empty database), or start that build again\.$/,
      )
    expect(await countTables()).toBe(tables)
    await query(`update baseline set id = '${BASELINE_ID}'`)
    await refusal()
  })

  test('is refused also when no baseline made them, and when the record is lost', async () => {
    await query('delete from baseline')
    await expect(refusal()).rejects.toThrow('another build (without a name, not')
    await query('drop table baseline')
    await expect(refusal()).rejects.toThrow('another build (without a name, not')
    await query('create table baseline (id text primary key, installed_at timestamptz)')
    await expect(refusal()).rejects.toThrow('another build (without a name, not')
  })

  test('an installation that fails leaves no table, and can be repeated', async () => {
    await query('drop schema public cascade; create schema public')
    const failing = installTables(database.db, 'abc', async tx => {
      await tx.schema.createTable('begun').addColumn('id', 'text').execute()
      throw new Error('ended')
    })
    await expect(failing).rejects.toThrow('ended')
    expect(await countTables()).toBe(0)
    expect((await migrateDatabase(database, log))[0]).toBe(TABLES)
    expect(await names()).toEqual([])
  })
})

describe.runIf(!process.env.TEST_DATABASE_URL)(
  'RV-1121 a data folder with the tables of another build',
  () => {
    const mark = () => join(storage.folder, 'database', 'keepsake-baseline')
    const others: [string, () => Promise<unknown>][] = [
      ['another mark', () => writeFile(mark(), 'f00df00df00d')],
      ['no mark, as before there were baselines', () => rm(mark())],
    ]

    test.each(others)('%s: every door refuses it, and no byte of it changes', async (_, plant) => {
      await closeDatabase()
      await plant()
      const before = await readContents(storage.folder)
      await expect(serve(settings())).rejects.toThrow('set DATA_DIR to another folder')
      for (const words of [['migrate'], ['migrate', '--check'], ['jobs', 'dead'], ['doctor']]) {
        const { code, output } = await run(...words)
        expect([code, output], words.join(' ')).toEqual([
          1,
          expect.stringMatching(/has the tables of another build .*: set DATA_DIR to another folder/),
        ])
      }
      expect(await readContents(storage.folder)).toEqual(before)
    })

    test('a folder whose first start was killed before its tables were there is completed by the next', async () => {
      await query('drop schema public cascade; create schema public; drop schema pgboss cascade')
      await closeDatabase()
      expect((await run('jobs', 'dead')).output).toBe('There are no dead letters.\n')
      expect((await run('migrate', '--check')).output).toBe('Nothing is pending.\n')
    })
  },
)

/** The files below a folder with their hashes. */
async function readContents(folder: string): Promise<[string, string][]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    files
      .filter(file => file.isFile())
      .map(async ({ parentPath, name }) => {
        const bytes = await readFile(join(parentPath, name))
        return [join(parentPath, name), createHash('sha256').update(bytes).digest('hex')]
      }),
  )
}

/**
 * From 1.0.0 on the baseline is the first migration and does not change any more: its name is recorded here with that
 * release, and what changes after it is a migration (docs/decisions/0104).
 */
const RELEASED_BASELINE = null

test('RV-1121 the baseline of a release does not change', () => {
  const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url))
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  expect(RELEASED_BASELINE).toBe(version.startsWith('0.') ? null : BASELINE_ID)
})

describe.runIf(process.env.TEST_DATABASE_URL)('RV-706 on PostgreSQL', () => {
  // The storage of tests is migrated.
  beforeEach(async () => {
    await query('drop schema public cascade; create schema public; drop schema pgboss cascade')
  })

  test('a process refuses to start while the step is pending, and names what and what to do', async () => {
    await expect(prepareDatabase(database, { migrationWaitMs: 0 }, log)).rejects.toThrow(
      /needs a migration before this build can start: tables [0-9a-f]{12}, job queue .*\.\nRun 'keepsake migrate'/,
    )
    await migrateDatabase(database, log)
    await prepareDatabase(database, { migrationWaitMs: 0 }, log)
  })

  test('one that was started together with the step waits for it, for a limited time', async () => {
    let pauses = 0
    const pause = async () => {
      pauses++
      if (pauses === 3) await migrateDatabase(database, log)
    }
    await prepareDatabase(database, { migrationWaitMs: 2_000 }, log, { pause })
    expect(pauses).toBe(3)
    await query(`delete from pgboss.queue where name = 'exports.mail'`)
    await expect(prepareDatabase(database, { migrationWaitMs: 2_000 }, log, { pause })).rejects.toThrow(
      'queue exports.mail',
    )
    expect(pauses).toBe(3 + 4)
  })

  test.runIf(isProof)(
    'an older job queue is part of the step; options of queues are, and prevent no start',
    async () => {
      await migrateDatabase(database, log)
      // pg-boss 43 → 41 (two steps), without a queue, and with another option of one.
      await query(getRollbackPlans('pgboss', 43))
      await query(getRollbackPlans('pgboss', 42))
      expect(await names()).toEqual(['job queue 43 (has 41)'])
      await expect(prepareDatabase(database, { migrationWaitMs: 0 }, log)).rejects.toThrow('job queue 43')
      await migrateDatabase(database, log)
      await query(`delete from pgboss.queue where name = 'exports.mail'`)
      await query(`update pgboss.queue set retry_limit = 1 where name = 'photos.ingest'`)
      expect(await findPendingChanges(database)).toEqual([
        { name: 'queue exports.mail', isRequired: true },
        { name: 'options of the queue photos.ingest', isRequired: false },
      ])
      expect(await migrateDatabase(database, log)).toEqual([
        'queue exports.mail',
        'options of the queue photos.ingest',
      ])
      expect(await names()).toEqual([])
    },
  )

  test('several processes that migrate at the same time do it once', async () => {
    const others = await Promise.all([1, 2].map(() => openDatabase<Schema>(storage.location)))
    onTestFinished(async () => void (await Promise.all(others.map(other => other.close()))))
    const done = await Promise.all([database, ...others].map(each => migrateDatabase(each, log)))
    expect(done.flat().filter(name => name === TABLES)).toHaveLength(1)
    expect(await names()).toEqual([])
  })
})

test.runIf(!process.env.TEST_DATABASE_URL)(
  'RV-706 with the embedded database a start migrates by itself',
  async () => {
    await query(`delete from pgboss.queue where name = 'exports.mail'`)
    await prepareDatabase(database, { migrationWaitMs: 0 }, log)
    expect(await names()).toEqual([])
  },
)
