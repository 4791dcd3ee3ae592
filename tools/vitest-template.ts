import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { prepareDatabaseFolder } from '#server/database-folder.ts'
import { migrateDatabase } from '#server/migrate-database.ts'
import { BASELINE_ID } from '#server/migrations/baseline.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log/log.ts'
import type { Schema } from '#server/schema.ts'
import { createDatabaseTemplate, removeDatabaseTemplate } from '#server/testing/database-template.ts'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache')
const LOCK = join(ROOT, 'package-lock.json')

/**
 * Creates an embedded database with empty tables, cached per baseline and installed packages: each test
 * server starts from it instead of creating them. TEST_DATABASE_TEMPLATE names it as a tar file,
 * TEST_DATABASE_FOLDER as a folder: copying that costs a tenth of what the engine needs to unpack the tar file on disk.
 * TEST_DATABASE_NAME is its counterpart on TEST_DATABASE_URL; the returned function removes it.
 */
export default async function makeTemplate(): Promise<(() => Promise<void>) | undefined> {
  const key = createHash('sha256')
    .update(await readFile(LOCK))
    .update(BASELINE_ID)
  const path = join(CACHE, `template-${key.digest('hex').slice(0, 16)}`)
  const [tar, folder] = [join(path, 'database.tar'), join(path, 'database')]
  if (!existsSync(path)) {
    await mkdir(CACHE, { recursive: true })
    // Those of the same state belong to parallel runs.
    const others = globSync(join(CACHE, 'template-*')).filter(other => !other.startsWith(path))
    for (const other of others) await rm(other, { recursive: true, force: true })
    const temporary = await mkdtemp(`${path}.`)
    await writeEmptyTables(join(temporary, 'database'), join(temporary, 'database.tar'))
    // A parallel run may have created it.
    await rename(temporary, path).catch(async error => {
      if (!existsSync(path)) throw error
      await rm(temporary, { recursive: true })
    })
  }
  process.env.TEST_DATABASE_TEMPLATE = tar
  process.env.TEST_DATABASE_FOLDER = folder
  const { TEST_DATABASE_URL: url } = process.env
  if (!url) return
  const name = await createDatabaseTemplate(url)
  process.env.TEST_DATABASE_NAME = name
  return () => removeDatabaseTemplate(url, name)
}

async function writeEmptyTables(folder: string, tar: string): Promise<void> {
  prepareDatabaseFolder(folder)
  const database = await openDatabase<Schema>({ folder })
  await migrateDatabase(database, createLog({ level: 'fatal' }))
  await database.close()
  const engine = await PGlite.create(folder)
  const dump = await engine.dumpDataDir('none')
  await engine.close()
  await writeFile(tar, new Uint8Array(await dump.arrayBuffer()))
}
