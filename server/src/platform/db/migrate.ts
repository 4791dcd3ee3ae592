import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Brings the tables up to date; safe when several processes start at once. Returns the names that ran now. */
export async function migrate<DB>(db: Kysely<DB>, folder: string): Promise<string[]> {
  const migrator = new Migrator({
    db: db as unknown as Kysely<unknown>,
    provider: { getMigrations: () => migrationsIn(folder) },
    // Branches bring them in the order they are merged, not numbered: a database may know a later one already.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).filter(each => each.status === 'Success').map(each => each.migrationName)
}

async function migrationsIn(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter(name => /^\d{4}-[a-z0-9-]+\.ts$/.test(name)).sort()
  const entries = files.map(async name => [
    name.replace(/\.ts$/, ''),
    (await import(pathToFileURL(join(folder, name)).href)) as Migration,
  ])
  return Object.fromEntries(await Promise.all(entries))
}
