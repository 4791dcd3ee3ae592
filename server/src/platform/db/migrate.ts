import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Runs pending migrations; safe when several processes start at the same time. Returns the names of those it ran. */
export async function migrate<DB>(db: Kysely<DB>, folder: string): Promise<string[]> {
  const migrator = new Migrator({
    db: db as unknown as Kysely<unknown>,
    provider: { getMigrations: () => migrationsIn(folder) },
    // Branches are merged in another order than their numbers: a database may already have a later one.
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
