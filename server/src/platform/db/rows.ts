import type { InsertObject, Kysely, Selectable, UpdateObject } from 'kysely'
import type { Tx } from './transact.ts'

/*
 * Statements on rows that are found by the values of some columns: by one, by several of a list, by null, or by comparison with
 * one. A domain calls them for its own tables anywhere in its folder; it writes all other statements with Kysely in its store.
 */

/** Finds the row with these values; of `columns`, if given. */
export function findRow<DB, T extends TableOf<DB>, C extends ColumnOf<DB, T> = ColumnOf<DB, T>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
  columns?: readonly C[],
): Promise<Pick<Selectable<DB[T]>, C> | undefined> {
  return selectRow(db, table, key, columns).executeTakeFirst() as Promise<never>
}

/** As `findRow`, and locks the row until the transaction ends. */
export function lockRow<DB, T extends TableOf<DB>, C extends ColumnOf<DB, T> = ColumnOf<DB, T>>(
  tx: Tx<DB>,
  table: T,
  key: KeyOf<DB, T>,
  columns?: readonly C[],
): Promise<Pick<Selectable<DB[T]>, C> | undefined> {
  return selectRow(tx.db, table, key, columns).forUpdate().executeTakeFirst() as Promise<never>
}

/** Lists the rows with these values, sorted by `order`. */
export function listRows<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
  ...order: OrderOf<ColumnOf<DB, T>>[]
): Promise<Selectable<DB[T]>[]> {
  if (isEmpty(key)) return Promise.resolve([])
  return selectRows(db, table, key, order).execute() as Promise<never>
}

/** As `listRows`, the first of them only: at most `limit`. */
export function listFirstRows<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
  limit: number,
  ...order: OrderOf<ColumnOf<DB, T>>[]
): Promise<Selectable<DB[T]>[]> {
  if (isEmpty(key)) return Promise.resolve([])
  return selectRows(db, table, key, order).limit(limit).execute() as Promise<never>
}

/** As `listRows`, and locks the rows until the transaction ends, in their order. */
export function lockRows<DB, T extends TableOf<DB>>(
  tx: Tx<DB>,
  table: T,
  key: KeyOf<DB, T>,
  ...order: OrderOf<ColumnOf<DB, T>>[]
): Promise<Selectable<DB[T]>[]> {
  if (isEmpty(key)) return Promise.resolve([])
  return selectRows(tx.db, table, key, order).forUpdate().execute() as Promise<never>
}

/** As `listRows`, of these columns. */
export function listColumns<DB, T extends TableOf<DB>, C extends ColumnOf<DB, T>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
  columns: readonly C[],
  ...order: OrderOf<ColumnOf<DB, T>>[]
): Promise<Pick<Selectable<DB[T]>, C>[]> {
  if (isEmpty(key)) return Promise.resolve([])
  return selectRows(db, table, key, order, columns).execute() as Promise<never>
}

/** Lists the values of one column of these rows. */
export async function listValues<DB, T extends TableOf<DB>, C extends ColumnOf<DB, T>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
  column: C,
  ...order: OrderOf<ColumnOf<DB, T>>[]
): Promise<Selectable<DB[T]>[C][]> {
  const rows = await listColumns(db, table, key, [column], ...order)
  return rows.map(row => row[column])
}

/** Inserts a row and returns it, with its defaults; throws a unique violation when a unique value is taken. */
export function insertRow<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  row: InsertObject<DB, T>,
): Promise<Selectable<DB[T]>> {
  const query = withAnyTables(db).insertInto(table as string)
  return query
    .values(row as object)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<never>
}

/** Inserts a row, or several; throws a unique violation when a unique value is taken. */
export async function insertRows<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  rows: InsertObject<DB, T> | readonly InsertObject<DB, T>[],
): Promise<void> {
  await withAnyTables(db)
    .insertInto(table as string)
    .values(rows as object)
    .execute()
}

/**
 * Inserts a row unless a unique value of it is taken; returns whether it did. With `keyColumns` only the values of these may be
 * taken: another one throws a unique violation.
 */
export async function insertMissingRow<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  row: InsertObject<DB, T>,
  keyColumns: readonly ColumnOf<DB, T>[] = [],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await withAnyTables(db)
    .insertInto(table as string)
    .values(row as object)
    .onConflict(oc => (keyColumns.length > 0 ? oc.columns([...keyColumns]) : oc).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Inserts a row, or makes `changes` to the one with the same values in `keyColumns`: all other columns by default. */
export async function upsertRow<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  keyColumns: readonly ColumnOf<DB, T>[],
  row: InsertObject<DB, T>,
  changes: UpdateObject<DB, T> = omitColumns(row, keyColumns),
): Promise<void> {
  await withAnyTables(db)
    .insertInto(table as string)
    .values(row as object)
    .onConflict(oc => oc.columns([...keyColumns]).doUpdateSet(changes as object))
    .execute()
}

/** As `upsertRow`, but changes only a row with the values of `condition`. Returns whether it inserted or changed it. */
export async function upsertRowIf<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  keyColumns: readonly ColumnOf<DB, T>[],
  row: InsertObject<DB, T>,
  condition: KeyOf<DB, T>,
  changes: UpdateObject<DB, T> = omitColumns(row, keyColumns),
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await withAnyTables(db)
    .insertInto(table as string)
    .values(row as object)
    .onConflict(oc =>
      listConditions(condition).reduce(
        (update, [column, operator, value]) => update.where(`${table}.${column}`, operator, value as never),
        oc.columns([...keyColumns]).doUpdateSet(changes as object),
      ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * As `upsertRow`, of rows with versions: changes only a row with a lower version, and of the same account where rows have
 * one. Returns whether it inserted or changed it.
 */
export function upsertNewerRow<DB, T extends TableOf<DB>>(
  tx: Tx<DB>,
  table: T,
  keyColumns: readonly ColumnOf<DB, T>[],
  row: InsertObject<DB, T> & { version: number; account_id?: string },
  changes: UpdateObject<DB, T> = omitColumns(row, [...keyColumns, 'account_id']),
): Promise<boolean> {
  const { version, account_id } = row
  const condition = { version: lessThan(version), ...(account_id !== undefined && { account_id }) }
  return upsertRowIf(tx.db, table, keyColumns, row, condition as object, changes)
}

/** Changes the row with these values and returns it; undefined when there is none. */
export function updateRow<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
  changes: UpdateObject<DB, T>,
): Promise<Selectable<DB[T]> | undefined> {
  return update(db, table, key, changes).returningAll().executeTakeFirst() as Promise<never>
}

/** Changes the rows with these values; returns their number. */
export async function updateRows<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
  changes: UpdateObject<DB, T>,
): Promise<number> {
  if (isEmpty(key)) return 0
  const { numUpdatedRows } = await update(db, table, key, changes).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Changes the rows with these values and returns them. */
export function updateRowsReturning<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
  changes: UpdateObject<DB, T>,
): Promise<Selectable<DB[T]>[]> {
  if (isEmpty(key)) return Promise.resolve([])
  return update(db, table, key, changes).returningAll().execute() as Promise<never>
}

/** Deletes the rows with these values; returns their number. */
export async function deleteRows<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
): Promise<number> {
  if (isEmpty(key)) return 0
  const { numDeletedRows } = await remove(db, table, key).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the rows with these values and returns them. */
export function deleteRowsReturning<DB, T extends TableOf<DB>>(
  db: Kysely<DB>,
  table: T,
  key: KeyOf<DB, T>,
): Promise<Selectable<DB[T]>[]> {
  if (isEmpty(key)) return Promise.resolve([])
  return remove(db, table, key).returningAll().execute() as Promise<never>
}

/** A comparison of the values of a column with one. */
class Comparison<Value> {
  readonly operator: '<' | '<=' | '>' | '>=' | '<>' | 'is not'
  readonly value: Value

  constructor(operator: Comparison<Value>['operator'], value: Value) {
    this.operator = operator
    this.value = value
  }
}

export const lessThan = <Value>(value: Value) => new Comparison('<', value)
export const atMost = <Value>(value: Value) => new Comparison('<=', value)
export const greaterThan = <Value>(value: Value) => new Comparison('>', value)
export const atLeast = <Value>(value: Value) => new Comparison('>=', value)
export const notEqual = <Value>(value: Value) => new Comparison('<>', value)
export const notNull = new Comparison('is not', null as never)

type TableOf<DB> = keyof DB & string
type ColumnOf<DB, T extends keyof DB> = keyof Selectable<DB[T]> & string
type KeyOf<DB, T extends keyof DB> = {
  readonly [C in ColumnOf<DB, T>]?:
    | Selectable<DB[T]>[C]
    | readonly NonNullable<Selectable<DB[T]>[C]>[]
    | Comparison<NonNullable<Selectable<DB[T]>[C]>>
}
type OrderOf<Column extends string> = Column | `${Column} desc`

/** What Kysely knows of the tables in this file, whose functions know more. */
// biome-ignore lint/suspicious/noExplicitAny: the platform does not know the tables
type AnyTables = Record<string, Record<string, any>>

const withAnyTables = <DB>(db: Kysely<DB>) => db as unknown as Kysely<AnyTables>

function selectRow<DB>(db: Kysely<DB>, table: string, key: object, columns: readonly string[] | undefined) {
  const query = withAnyTables(db).selectFrom(table)
  return listConditions(key).reduce(
    (filtered, condition) => filtered.where(...condition),
    columns ? query.select([...columns]) : query.selectAll(),
  )
}

function selectRows<DB>(
  db: Kysely<DB>,
  table: string,
  key: object,
  order: readonly string[],
  columns?: readonly string[],
) {
  return order.reduce(
    (query, each) => {
      const [column, direction] = each.split(' ') as [string, 'desc' | undefined]
      return query.orderBy(column, direction)
    },
    selectRow(db, table, key, columns),
  )
}

function update<DB>(db: Kysely<DB>, table: string, key: object, changes: object) {
  const query = withAnyTables(db).updateTable(table).set(changes)
  return listConditions(key).reduce((filtered, condition) => filtered.where(...condition), query)
}

function remove<DB>(db: Kysely<DB>, table: string, key: object) {
  const query = withAnyTables(db).deleteFrom(table)
  return listConditions(key).reduce((filtered, condition) => filtered.where(...condition), query)
}

function omitColumns(row: object, columns: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))
}

/** Whether no row can have the values, because a list has none. */
const isEmpty = (key: object): boolean =>
  Object.values(key).some(value => Array.isArray(value) && value.length === 0)

type Condition = [
  column: string,
  operator: '=' | 'in' | 'is' | Comparison<unknown>['operator'],
  value: unknown,
]

function listConditions(key: object): Condition[] {
  const conditions = Object.entries(key).map(([column, value]): Condition => {
    if (value === null) return [column, 'is', null]
    if (value instanceof Comparison) return [column, value.operator, value.value]
    return [column, Array.isArray(value) ? 'in' : '=', value]
  })
  // Without a condition all rows of the table are meant.
  if (conditions.length === 0) throw new Error('A key has at least one column')
  return conditions
}
