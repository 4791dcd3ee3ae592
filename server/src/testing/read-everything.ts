import { sql } from 'kysely'
import type { TestServer } from './harness.ts'

/** Reads a hash of all rows of each table but these, jobs included, the number of mails, and the blobs. */
export async function readEverything(
  { ctx, mailbox }: TestServer,
  except: readonly string[] = [],
): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> all(${except}::text[]) order by 1`.execute(ctx.db)
  const contents: unknown[] = []
  for (const name of [...tables.map(table => `public.${table.name}`), 'pgboss.job']) {
    const { rows } = await sql<{ content: string }>`
      select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content
      from ${sql.table(name)} t`.execute(ctx.db)
    contents.push([name, rows[0]!.content])
  }
  return [contents, mailbox.list().length, await Array.fromAsync(ctx.blobs.list(''))]
}
