import type { ColumnType } from 'kysely'

/**
 * All tables of the database. Each domain adds its own in its `tables.ts`, so that lower layers know no tables.
 * Instants are timestamptz (UTC); taken_at is a wall-clock time without a zone and is read as a string.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the domains augment it
export interface Schema {}

/**
 * Where a cluster stores a table: 'distributed' on the node of the row's account; 'directory' and 'local' on
 * the coordinator, where the cluster knows the tables of the directory; 'reference' on all nodes.
 */
export type Placement = 'distributed' | 'directory' | 'local' | 'reference'

/** A domain declares its tables in the order in which an account is erased from them. */
export interface TableDeclaration<Row = unknown> {
  placement: Placement
  /** The columns that name an account; a distributed table is distributed by the first one. */
  accounts: readonly string[]
  /** Only a type: never set. */
  row?: Row
}

/** The rows of declared tables, for the schema. */
export type TablesOf<Declarations> = {
  [Table in keyof Declarations]: Declarations[Table] extends TableDeclaration<infer Row> ? Row : never
}

/**
 * Declares a table that grows with the content of accounts. It has no unique key without the account, and statements
 * name the accounts of their rows, except those with `acrossAccounts`.
 */
export const distributed = <Row extends { account_id: unknown }>(
  account: 'account_id',
  ...otherColumns: (keyof Row & string)[]
): TableDeclaration<Row> => ({
  placement: 'distributed',
  accounts: [account, ...otherColumns],
})

/**
 * Declares a table of keys that name no account. A transaction that writes it commits on all nodes or on none; a
 * transaction of other local tables may commit its distributed rows alone when the coordinator stops at that moment.
 */
export const directory = <Row>(...accounts: (keyof Row & string)[]): TableDeclaration<Row> => ({
  placement: 'directory',
  accounts,
})

/**
 * Declares a table that is read by other keys than the account, belongs to no account, or stays small whatever the
 * accounts contain.
 */
export const local = <Row>(...accounts: (keyof Row & string)[]): TableDeclaration<Row> => ({
  placement: 'local',
  accounts,
})

/** Declares a table of a few rows that statements on distributed tables read. */
export const reference = <Row>(): TableDeclaration<Row> => ({ placement: 'reference', accounts: [] })

export type Instant = ColumnType<Date, Date | string, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
