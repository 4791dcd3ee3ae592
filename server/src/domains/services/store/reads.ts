import { sql } from 'kysely'
import type { Reader } from '../../../context.ts'

/** Adds to the number of originals that a token read on a day. */
export async function addOriginalReads(
  db: Reader,
  { token, service, day, count }: { token: string; service: string; day: string; count: number },
): Promise<void> {
  await db
    .insertInto('service_reads')
    .values({ token, service, day, originals: count })
    .onConflict(oc =>
      oc.columns(['token', 'day']).doUpdateSet({
        originals: sql<number>`service_reads.originals + excluded.originals`,
      }),
    )
    .execute()
}

export interface ReadsOfService {
  service: string
  /** Originals of the day. */
  today: number
  /** Mean of the days before on which it read any; 0 without such days. */
  mean: number
}

/** Sums what each service read on the day, and its mean on the days from `since` on before it. */
export async function sumOriginalReads(
  db: Reader,
  { day, since }: { day: string; since: string },
): Promise<ReadsOfService[]> {
  const { rows } = await sql<ReadsOfService>`
    select service,
      coalesce(sum(originals) filter (where day = ${day}), 0)::float8 as today,
      coalesce(sum(originals) filter (where day < ${day}), 0)::float8
        / greatest(1, count(distinct day) filter (where day < ${day})) as mean
    from service_reads where day >= ${since} and day <= ${day} group by service`.execute(db)
  return rows
}
