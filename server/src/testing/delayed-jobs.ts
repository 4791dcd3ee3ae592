import { sql } from 'kysely'
import type { TestServer } from './harness.ts'

/** Lets the delayed jobs of a kind start now: the queue does not run by the injected clock. */
export async function startDelayedJobs({ ctx, idle }: TestServer, kind: string): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name = ${kind} and state = 'created'`.execute(
    ctx.db,
  )
  await idle()
}
