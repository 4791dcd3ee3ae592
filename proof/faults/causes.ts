import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Context } from '#server/context.ts'
import { mailStatusJob } from '#server/domains/customers/job-kinds.ts'

export const BALLAST = 'ballast'

/** Leaves this many megabytes free. */
export async function fillDisk(folder: string, freeMb: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  await writeFile(join(folder, BALLAST), Buffer.alloc(bavail * bsize - freeMb * 1024 * 1024))
}

let locker: pg.Client | undefined

/** Locks a table by a transaction that stays open until `releaseLock`. */
export async function lockTable(env: Readonly<Record<string, string>>, table: string): Promise<void> {
  locker = new pg.Client({ connectionString: env.DATABASE_URL })
  await locker.connect()
  await locker.query(`begin; lock table ${table} in access exclusive mode`)
}

export async function releaseLock(): Promise<void> {
  await locker?.end()
  locker = undefined
}

/** Has the mails that failed once use their last retry now: all take half a day. */
export async function skipRetries(ctx: Context): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update pgboss.job set retry_count = retry_limit - 1, start_after = now()
      where name = ${mailStatusJob.name} and state = 'retry'`.execute(ctx.db)
    if (numAffectedRows) return
    await wait(100)
  }
}

/** Has customers start to sign in at the same time, at the process itself: the balancer answers failures in its place. */
export async function signIn(origin: string, customers: number): Promise<void> {
  const start = async () => (await fetch(`${origin}/identity/auth?client_id=nobody`)).text()
  await Promise.all(Array.from({ length: customers }, start))
}

/** Customers who start to sign in, each again as soon as there is an answer. */
export const startCrowd = (origin: string, customers: number): AsyncDisposable =>
  repeat(() => signIn(origin, 1), customers)

/** Takes the processor from a process for most of the time. */
export const starve = (signal: (name: 'SIGSTOP' | 'SIGCONT') => void): AsyncDisposable =>
  repeat(async () => {
    signal('SIGSTOP')
    await wait(1_500)
    signal('SIGCONT')
    await wait(300)
  })

/** Does the work again and again, in as many loops, until it is disposed. */
function repeat(work: () => Promise<void>, loops = 1): AsyncDisposable {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) await work()
  }
  const running = Promise.all(Array.from({ length: loops }, loop))
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}
