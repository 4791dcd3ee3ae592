import type { ColumnType } from 'kysely'

/**
 * Every table of the database. Each domain adds its own in its `tables.ts`, so that the layers below it know no table.
 * Keys start with the account, so engines that shard split by account.
 * Instants are timestamptz (UTC); taken_at is a wall clock without a zone and travels as a string.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the domains augment it
export interface Schema {}

/** Per table of a domain the columns that name an account. Complete by its type: a new table does not compile without. */
export type AccountColumns<Tables> = {
  readonly [Table in keyof Tables]: readonly (keyof Tables[Table] & string)[]
}

export type Instant = ColumnType<Date, Date | string, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
