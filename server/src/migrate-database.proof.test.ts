import { expect, onTestFinished, test } from 'vitest'
import { BASELINE_ID } from './migrations/baseline.ts'
import { openDatabase } from './platform/db/database.ts'
import type { Schema } from './schema.ts'
import { createTestStorage, type TestStorage } from './testing/harness.ts'
import { runNode } from './testing/machine.ts'
import { createDatabaseSettings } from './testing/process-settings.ts'

const TABLES = `tables ${BASELINE_ID}`

test.runIf(process.env.TEST_DATABASE_URL)(
  'RV-706 keepsake migrate lists with --check, migrates, and may be repeated; serve waits for nothing else',
  async () => {
    const storage = await createTestStorage()
    onTestFinished(() => storage.remove())
    const run = (...words: string[]) => runCommand(storage, words)
    // The storage of tests is migrated.
    await query(storage, 'drop schema public cascade; create schema public; drop schema pgboss cascade')
    const refused = await run('serve')
    expect(refused.code).toBe(1)
    expect(refused.output).toContain("Run 'keepsake migrate'")
    const pending = await run('migrate', '--check')
    expect(pending.code).toBe(1)
    expect(pending.output).toContain(`Pending: ${TABLES}\n`)
    expect(pending.output).toContain('Pending: job queue ')
    const done = await run('migrate')
    expect(done.code).toBe(0)
    expect(done.output).toContain(`Done: ${TABLES}\n`)
    expect(await run('migrate', '--check')).toEqual({ code: 0, output: 'Nothing is pending.\n' })
    expect((await run('jobs', 'dead')).output).toBe('There are no dead letters.\n')
    expect((await run('migrate', 'now')).code).toBe(2)
    await query(storage, `update baseline set id = 'f00df00df00d'`)
    for (const command of [['migrate'], ['migrate', '--check'], ['serve'], ['jobs', 'dead']]) {
      const { code, output } = await run(...command)
      expect(code, command.join(' ')).toBe(1)
      expect(output, command.join(' ')).toContain('set DATABASE_URL to an empty database')
    }
  },
)

async function query({ location }: TestStorage, text: string): Promise<void> {
  const database = await openDatabase<Schema>(location)
  await database.pool.query(text)
  await database.close()
}

/** Runs a command of the command line on a storage. */
async function runCommand(storage: TestStorage, words: string[]): Promise<{ code: unknown; output: string }> {
  const settings = {
    DATA_DIR: storage.folder,
    ...createDatabaseSettings(storage),
    PORT: '0',
    LOG_LEVEL: 'fatal',
  }
  const { code, stdout, stderr } = await runNode('main.ts', words, settings)
  return { code, output: stdout + stderr }
}
