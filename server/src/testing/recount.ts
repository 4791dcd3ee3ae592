import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Differences between the kept month summary and a full recount of the photos; empty when they agree. */
export async function recount(ctx: Context, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (
      select 'dateTaken' as group_by, taken_month as month, count(*)::int as photos from photos
        where account_id = ${accountId} and deleted_at is null group by 2
      union all
      select 'created', created_month, count(*)::int from photos
        where account_id = ${accountId} and deleted_at is null group by 2
    ), kept as (select group_by, month, photos from month_counts where account_id = ${accountId})
    (select 'missing' as what, * from counted except select 'missing', * from kept)
    union all (select 'wrong', * from kept except select 'wrong', * from counted)`.execute(ctx.db)
  return rows
}
