import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** Selects every `step`-th row of a query in the given order: the last row of each full step. */
export async function selectEveryNthRow<Schema, Tables extends keyof Schema, Row>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Tables, Row>,
  order: RawBuilder<unknown>,
  step: number,
): Promise<Row[]> {
  const numberedQuery = query.select(sql<number>`row_number() over (order by ${order})::int`.as('n'))
  const { rows } = await sql<Row>`
    with numbered as ${numberedQuery}
    select * from numbered where n % ${step}::int = 0 order by n`.execute(db)
  return rows
}
