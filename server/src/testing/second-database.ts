import type { DatabaseLocation, OpenDatabase, PostgresLocation } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import type { Schema } from '../schema.ts'

/** The second database of test servers; accounts are distributed over the first and the second (proof/distribution). */
export interface SecondDatabase {
  /** Locates the second half of a database. */
  locate(location: DatabaseLocation): PostgresLocation | null
  /** Opens the second half of a database. */
  open(
    opened: AsyncDisposableStack,
    location: DatabaseLocation,
    database: OpenDatabase<Schema>,
  ): Promise<Halves | null>
}

/** The two halves of a test database. */
export interface Halves {
  /** Migrates the second half and routes statements from then on; the first half is migrated already. */
  migrate(log: Log): Promise<void>
}

let second: SecondDatabase | null = null

/** Distributes the accounts of all test servers from now on. */
export function setSecondDatabase(database: SecondDatabase): void {
  second = database
}

/** Null where each test server has one database, as in `npm test`. */
export const getSecondDatabase = (): SecondDatabase | null => second

/** Whether the rows of the tests' accounts are in two databases. */
export const isDistributed = (): boolean => second !== null
