import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Lists the tables of the database with a row that contains one of the words as text: 'orders names Xylophonist'. */
export async function listTablesNaming(
  { db }: Pick<Context, 'db'>,
  words: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    order by 1, 2`.execute(db)
  const found: string[] = []
  for (const { schema, name } of tables)
    for (const word of words) {
      const table = sql.id(schema, name)
      const { rows } =
        await sql`select 1 from ${table} as t where t::text ilike ${`%${word}%`} limit 1`.execute(db)
      if (rows.length > 0) found.push(`${name} names ${word}`)
    }
  return found
}

/** Lists the blob files whose path or bytes contain one of the words. */
export async function listFilesNaming(
  { config }: Pick<Context, 'config'>,
  words: readonly string[],
): Promise<string[]> {
  const folder = join(config.dataDir, 'blobs')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter(each => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const text = path + (await readFile(path, 'latin1'))
    if (words.some(word => text.includes(word))) found.push(path)
  }
  return found
}
