import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * Selects these columns of `from` (the rest of a statement, from its `from` on) as one JSON value, because for pages
 * with many columns the driver takes several times as long for each column of each row. Rows are arrays in it: objects
 * would repeat the names and cost the database half as much again. Values have PostgreSQL's JSON form: instants are
 * texts, bigints are numbers.
 */
export async function selectAsJson<Column extends string>(
  // biome-ignore lint/suspicious/noExplicitAny: the platform does not know the tables
  db: Kysely<any>,
  columns: readonly Column[],
  from: RawBuilder<unknown>,
): Promise<Record<Column, unknown>[]> {
  const list = sql.raw(columns.join(', '))
  const { rows } = await sql<{ page: unknown[][] }>`
    select coalesce(json_agg(json_build_array(${list})), '[]') as page
    from (select ${list} ${from}) selected`.execute(db)
  return rows[0]!.page.map(values => {
    const row = {} as Record<Column, unknown>
    for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]
    return row
  })
}
