import { type Kysely, sql } from 'kysely'

export const contractOf = '0050-account-directory'

/**
 * Drops the triggers that wrote the directory (0112) for processes of the release before it. On Citus the printed SQL of that
 * release has dropped them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'drop trigger if exists customers_in_directory on customers',
  'drop trigger if exists albums_in_directory on albums',
  'drop trigger if exists deleted_albums_in_directory on albums',
  'drop trigger if exists activations_in_directory on activations',
  'drop function if exists enter_account_in_directory()',
  'drop function if exists enter_shared_album_in_directory()',
  'drop function if exists enter_source_in_directory()',
]
