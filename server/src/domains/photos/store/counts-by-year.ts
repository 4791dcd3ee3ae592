import { sql } from 'kysely'
import type { Reader } from '#server/context.ts'

/** Photos that were taken in a year. */
export interface YearCount {
  /** 'YYYY' or 'without date'. */
  year: string
  count: number
}

const YEAR = sql`coalesce(to_char(taken_at, 'YYYY'), 'without date')`

/** Counts the account's photos by place and year, the latest first. */
export async function countByYear(
  db: Reader,
  accountId: string,
): Promise<(YearCount & { place: 'library' | 'bin' | 'expired' | 'erased' })[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof countByYear>>[number]>`
    select ${YEAR} as year, count(*)::int as count,
      case when erased_at is not null then 'erased' when expired_at is not null then 'expired'
        when deleted_at is not null then 'bin' else 'library' end as place
    from photos where account_id = ${accountId} group by 1, 3 order by 1 desc`.execute(db)
  return rows
}

export interface Deletion extends YearCount {
  at: Date
  isExpired: boolean
}

/** Counts what the bin holds of each minute, by year, the latest first; `at` is the minute's last deletion. */
export async function countDeletions(
  db: Reader,
  accountId: string,
  since: Date,
  limit: number,
): Promise<Deletion[]> {
  const { rows } = await sql<Deletion>`
    select max(max(deleted_at)) over (partition by date_trunc('minute', deleted_at), expired_at is not null) as at,
      expired_at is not null as "isExpired", ${YEAR} as year, count(*)::int as count
    from photos where account_id = ${accountId} and deleted_at > ${since} and erased_at is null
    group by date_trunc('minute', deleted_at), 2, 3 order by 1 desc, 3 desc limit ${limit}`.execute(db)
  return rows
}
