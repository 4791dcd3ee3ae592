import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/schema.ts'

/**
 * Loads empty tables without their indexes, primary keys and triggers, and makes these again afterwards: in the order of the
 * rows an index of millions grows many times slower. Must run in a transaction. `log` gets each index.
 */
export async function runWithoutIndexes(
  db: Kysely<Schema>,
  tables: readonly (keyof Schema)[],
  log: (step: string) => void,
  load: () => Promise<void>,
): Promise<void> {
  const definitions = await listDefinitions(db, tables)
  for (const { drop } of definitions) await sql.raw(drop).execute(db)
  for (const table of tables) {
    // Written in the transaction that created its file, the table needs no log.
    await sql`truncate ${sql.table(table)}`.execute(db)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  }
  await load()
  for (const { create, name } of definitions) {
    log(`index ${name}`)
    await sql.raw(create).execute(db)
  }
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
}

/** Primary keys first when made again: they check the load. */
async function listDefinitions(db: Kysely<Schema>, tables: readonly string[]) {
  const { rows } = await sql<{ name: string; drop: string; create: string }>`
    select index.relname as name,
      case when con.conname is null then format('drop index %I', index.relname)
        else format('alter table %I drop constraint %I', relation.relname, con.conname) end as drop,
      case when con.conname is null then pg_get_indexdef(index.oid)
        else format('alter table %I add constraint %I %s', relation.relname, con.conname, pg_get_constraintdef(con.oid))
        end as create
    from pg_index
    join pg_class index on index.oid = pg_index.indexrelid
    join pg_class relation on relation.oid = pg_index.indrelid
    left join pg_constraint con on con.conindid = index.oid and con.contype in ('p', 'u')
    where relation.relname = any(${tables}::text[]) and pg_table_is_visible(relation.oid)
    order by con.conname is null, index.relname`.execute(db)
  return rows
}
