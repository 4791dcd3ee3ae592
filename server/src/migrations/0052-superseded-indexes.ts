import { type Kysely, sql } from 'kysely'

export const contractOf = '0050-account-directory'
export const isTransactional = false

/**
 * Drops the unique indexes whose keys are in the directory (0112). On Citus the printed SQL of the release before has dropped
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'drop index concurrently if exists customers_by_email',
  'drop index concurrently if exists albums_shared',
  'drop index concurrently if exists activations_by_source',
]
