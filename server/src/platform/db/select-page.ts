import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** A part of a list: its first rows, or those after a position. */
export interface ListPart {
  /** Only rows that changed at or after this instant, the oldest change first. */
  since?: Date | undefined
  after?: { at: Date; id: string } | undefined
  offset?: number
  limit: number
}

/** The order of a list. A position has the time and the id of a row, of which `toValues` makes those of the columns. */
interface ListOrder {
  time: string
  /** The column of the time at which a row last changed. */
  change: string
  /** What tells apart rows of one time. */
  ids: readonly string[]
  isOldestFirst?: boolean
  toValues?: (position: { at: Date; id: string }) => readonly unknown[]
}

/** Selects a part of a list that is sorted by time, newest first, or by change with `since`. */
export function selectPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { since, after, offset = 0, limit }: ListPart,
  { time, change, ids, isOldestFirst = false, toValues = ({ at, id }) => [at, id] }: ListOrder,
): SelectQueryBuilder<DB, TB, O> {
  const isAscending = since !== undefined || isOldestFirst
  const columns = [since ? change : time, ...ids].map(name => sql.ref(name))
  const sign = sql.raw(isAscending ? '>' : '<')
  return columns
    .reduce((sorted, column) => sorted.orderBy(column, isAscending ? 'asc' : 'desc'), query)
    .$if(since !== undefined, q => q.where(sql<SqlBool>`${sql.ref(change)} >= ${since}`))
    .$if(after !== undefined, q =>
      q.where(sql<SqlBool>`(${sql.join(columns)}) ${sign} (${sql.join(toValues(after!))})`),
    )
    .offset(offset)
    .limit(limit)
}
