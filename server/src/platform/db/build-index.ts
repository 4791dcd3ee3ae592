import { type Kysely, sql } from 'kysely'

/**
 * Runs a statement `create [unique] index concurrently NAME on …` of a migration with `isTransactional = false`.
 * Idempotent: an existing index stays, and the invalid one of a killed build is dropped and built again.
 */
export async function buildIndex(db: Kysely<unknown>, statement: string): Promise<void> {
  const name = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s/i.exec(statement)?.[1]
  if (!name) throw new Error(`No statement 'create index concurrently NAME on …': ${statement}`)
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  const [existingIndex] = rows
  if (existingIndex?.isValid) return
  if (existingIndex) await sql.raw(`drop index concurrently ${name}`).execute(db)
  await sql.raw(statement).execute(db)
}
