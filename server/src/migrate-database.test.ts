import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRollbackPlans } from 'pg-boss'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { getPhotos } from '#contract/photos.ts'
import { findPendingChanges, migrateDatabase, prepareDatabase } from './migrate-database.ts'
import { type OpenDatabase, openDatabase } from './platform/db/database.ts'
import { createLog } from './platform/log/log.ts'
import type { Schema } from './schema.ts'
import { createTestStorage, type TestStorage, testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'
import { createDatabaseSettings } from './testing/process-settings.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
const log = createLog({ level: 'silent' })

let storage: TestStorage
let database: OpenDatabase<Schema>
beforeEach(async () => {
  storage = await createTestStorage()
  database = await openDatabase<Schema>(storage.location)
  onTestFinished(async () => {
    await database.close()
    await storage.remove()
  })
})

const names = async (folder?: string) => (await findPendingChanges(database, folder)).map(({ name }) => name)
const query = (text: string) => database.pool.query(text)

/** A folder with the migrations of this release and one more, as the next release has it. */
async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-next-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const migrations = join(folder, 'migrations')
  await mkdir(migrations)
  for (const file of await readdir(MIGRATIONS)) await symlink(join(MIGRATIONS, file), join(migrations, file))
  await writeFile(
    join(migrations, '9999-next.ts'),
    `const STATEMENTS = ['create table next_things (name text)', 'alter table photos add column next_note text']
    export async function up(db) {
      for (const sql of STATEMENTS) await db.executeQuery({ sql, parameters: [], query: { kind: 'RawNode' } })
    }\n`,
  )
  return migrations
}

describe('RV-706 an older release', () => {
  test('starts and works on a database that a newer one has migrated', async () => {
    await migrateDatabase(database, log, { folder: await nextRelease() })
    await query('update pgboss.version set version = version + 1')
    const server = await testServer({ storage: { ...storage, location: await sharedLocation() } })
    const customer = await server.customer()
    const { response } = await customer.upload('picture.jpg', await jpeg())
    expect(response.status).toBe(204)
    await server.idle()
    const { images } = await customer.call(getPhotos, { query: {} })
    expect(images).toMatchObject([{ localFileName: 'picture.jpg' }])
    expect(images[0]!.thumbnails).not.toEqual([])
    await server.close()
  })
})

/** The location for a server, after this test has closed the embedded database, which one process may open. */
async function sharedLocation() {
  if ('url' in storage.location) return storage.location
  await database.close()
  database = { ...database, close: async () => undefined }
  return storage.location
}

describe.runIf(process.env.TEST_DATABASE_URL)('RV-706 on PostgreSQL', () => {
  // The storage of tests is migrated.
  beforeEach(async () => {
    await query('drop schema public cascade; create schema public; drop schema pgboss cascade')
  })
  const config = { migrationWaitMs: 2_000 }

  test('a process refuses to start while the step is pending, and names what and what to do', async () => {
    await expect(prepareDatabase(database, { migrationWaitMs: 0 }, log)).rejects.toThrow(
      /needs a migration before this release can start: 0001-foundation, .* and \d+ more\.\nRun 'keepsake migrate'/,
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
    await prepareDatabase(database, config, log, { pause })
    expect(pauses).toBe(3)
    const folder = await nextRelease()
    pauses = 3
    await expect(prepareDatabase(database, config, log, { folder, pause })).rejects.toThrow('9999-next')
    expect(pauses).toBe(3 + 4)
  })

  test('an older job queue is part of the step; options of queues are, and prevent no start', async () => {
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
  })

  test('several processes that migrate at the same time do it once', async () => {
    const others = await Promise.all([1, 2].map(() => openDatabase<Schema>(storage.location)))
    onTestFinished(async () => void (await Promise.all(others.map(other => other.close()))))
    const done = await Promise.all([database, ...others].map(each => migrateDatabase(each, log)))
    expect(done.flat().filter(name => name === '0001-foundation')).toHaveLength(1)
  })

  test('keepsake migrate lists with --check, migrates, and may be repeated; serve waits for nothing else', async () => {
    const refused = await run('serve')
    expect(refused.code).toBe(1)
    expect(refused.output).toContain("Run 'keepsake migrate'")
    const pending = await run('migrate', '--check')
    expect(pending.code).toBe(1)
    expect(pending.output).toContain('Pending: 0001-foundation\n')
    expect(pending.output).toContain('Pending: job queue ')
    const done = await run('migrate')
    expect(done.code).toBe(0)
    expect(done.output).toContain('Done: 0001-foundation\n')
    expect(await run('migrate', '--check')).toEqual({ code: 0, output: 'Nothing is pending.\n' })
    await query(
      `insert into kysely_migration (name, timestamp) values ('9999-next', '2030-01-01T00:00:00.000Z')`,
    )
    expect(await run('migrate')).toEqual({
      code: 0,
      output: 'Of a newer release: 9999-next\nNothing was pending.\n',
    })
    expect((await run('jobs', 'dead')).output).toBe('There are no dead letters.\n')
    expect((await run('migrate', 'now')).code).toBe(2)
  })

  /** Runs a command of the command line; resolves when it has ended. */
  function run(...words: string[]): Promise<{ code: unknown; output: string }> {
    const env = {
      ...process.env,
      DATA_DIR: storage.folder,
      ...createDatabaseSettings(storage),
      PORT: '0',
      LOG_LEVEL: 'fatal',
      NODE_NO_WARNINGS: '1',
    }
    return new Promise(resolve => {
      execFile(process.execPath, ['--liftoff-only', MAIN, ...words], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      )
    })
  }
})

test.runIf(!process.env.TEST_DATABASE_URL)(
  'RV-706 with the embedded database a start migrates by itself',
  async () => {
    await query(`delete from pgboss.queue where name = 'exports.mail'`)
    await prepareDatabase(database, { migrationWaitMs: 0 }, log)
    expect(await names()).toEqual([])
  },
)
