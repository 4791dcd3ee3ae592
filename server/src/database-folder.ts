import { BASELINE_ID } from './migrations/baseline.ts'
import { type InstalledTables, markTables, readMarkedTables } from './platform/db/baseline.ts'
import type { OpenDatabase } from './platform/db/database.ts'
import type { Schema } from './schema.ts'

/**
 * Throws OtherTablesError when a folder has an embedded database with other tables, and changes nothing in it; marks a
 * new folder. Called before the database is opened.
 */
export function prepareDatabaseFolder(folder: string): void {
  checkDatabaseFolder(folder)
  if (readMarkedTables(folder) === 'none') markTables(folder, BASELINE_ID)
}

/** Throws OtherTablesError when a folder has an embedded database with other tables. */
export const checkDatabaseFolder = (folder: string): void =>
  refuseOtherTables(readMarkedTables(folder), 'embedded')

/** Throws OtherTablesError for tables of another build. */
export function refuseOtherTables(tables: InstalledTables, engine: OpenDatabase<Schema>['engine']): void {
  if (tables !== 'none' && tables.baselineId !== BASELINE_ID)
    throw new OtherTablesError(engine, tables.baselineId)
}

/** The database has the tables of another build. */
export class OtherTablesError extends Error {
  override name = 'OtherTablesError'
  constructor(engine: OpenDatabase<Schema>['engine'], found: string | null) {
    super(
      `The database has the tables of another build (${found || 'without a name'}, not ${BASELINE_ID}), and before release ` +
        `1.0.0 no build changes them: ${engine === 'embedded' ? 'set DATA_DIR to another folder' : 'set DATABASE_URL to an empty database'}, or start that build again.`,
    )
  }
}
