import type { Pool } from 'pg'
import { DEAD_LETTERS } from './dead-letters.ts'
import type { JobKind, WaitingJob, WaitingKind } from './jobs.ts'

/** Counts the jobs of each kind that wait or run. Reads all of them: for an operator, not for metrics. */
export async function countWaiting(
  pool: Pick<Pool, 'query'>,
  kinds: readonly JobKind<object>[],
): Promise<WaitingKind[]> {
  const { rows } = await pool.query<WaitingKind>(COUNT_WAITING, [kinds.map(({ name }) => name)])
  return rows
}

/** Lists jobs that wait or run, and dead letters, of kinds, of an account, or both. */
export async function listWaiting(
  pool: Pick<Pool, 'query'>,
  kinds: readonly JobKind<object>[],
  { kind, accountId, limit }: { kind?: string | undefined; accountId?: string | undefined; limit: number },
): Promise<WaitingJob[]> {
  const names = kinds.map(({ name }) => name).filter(name => kind === undefined || name === kind)
  const values = [names, DEAD_LETTERS, kind ?? null, accountId ?? null, limit]
  const { rows } = await pool.query<WaitingJob>(LIST_WAITING, values)
  return rows
}

/** The message of the last failure; pg-boss wraps those that it makes itself. */
const selectError = (column: string) =>
  `coalesce(${column} ->> 'message', ${column} -> 'value' ->> 'message', ${column}::text)`

const COUNT_WAITING = `
  select kind, due, later, running, attempts, error,
    extract(epoch from now() - due_since)::float8 as "dueSeconds",
    extract(epoch from next_at - now())::float8 as "nextSeconds",
    extract(epoch from now() - fetched.at)::float8 as "fetchedSeconds"
  from (
    select name as kind,
      (count(*) filter (where is_due))::int as due,
      (count(*) filter (where state < 'active' and not is_due))::int as later,
      (count(*) filter (where state = 'active'))::int as running,
      min(start_after) filter (where is_due) as due_since,
      min(start_after) filter (where state < 'active' and not is_due) as next_at,
      (array_agg(retry_count + (state = 'active')::int order by output is not null desc, is_due desc, start_after, id))[1] as attempts,
      (array_agg(${selectError('output')} order by output is not null desc, is_due desc, start_after, id))[1] as error
    from (select *, state < 'active' and start_after <= now() as is_due from pgboss.job
      where name = any($1) and state < 'completed') jobs
    group by name
  ) kinds
  left join lateral (select max(started_on) as at from pgboss.job where name = kind) fetched on true
  order by kind`

/** The order is that in which workers fetch them: what runs, what is due, then by time. */
const LIST_WAITING = `
  select * from (
    select id, data ->> 'accountId' as "accountId", data as payload, start_after as "dueAt",
      extract(epoch from now() - start_after)::float8 as "dueSeconds", started_on as "startedAt",
      case when name = $2 then source_name else name end as kind,
      case when name = $2 then 'dead' when state = 'active' then 'running' when is_due then 'due' else 'later' end as state,
      case when name = $2 then coalesce(source_retry_count, 0) + 1 else retry_count + (state = 'active')::int end as attempts,
      case when name = $2 then ${selectError('source_output')} else ${selectError('output')} end as error,
      coalesce(source_created_on, created_on) as "sentAt",
      started_on + expire_seconds * interval '1 s' as "leaseEndsAt",
      (row_number() over turn - 1)::int as ahead,
      row_number() over (order by state = 'active' desc, is_due desc, case when is_due then -priority end, case when not is_due then start_after end, created_on, id) as place
    from (select *, state < 'active' and start_after <= now() as is_due from pgboss.job
      where name = any($1::text[] || $2::text) and state < 'completed') jobs
    window turn as (partition by name, state = 'active', is_due order by priority desc, created_on, id)
  ) jobs
  where ($3::text is null or kind = $3) and ($4::text is null or "accountId" = $4)
  order by place limit $5`
