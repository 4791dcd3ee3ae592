import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFreshDatabase } from '../../testing/fresh-database.ts'
import { startUnreliableProxy } from '../../testing/unreliable-proxy.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './error-codes.ts'

/** Four of them are longer than a busy machine takes to connect. */
const BEAT_MS = 200

describe.runIf(process.env.TEST_DATABASE_URL)('the heartbeat of a PostgreSQL server', () => {
  const opened = new AsyncDisposableStack()
  let proxy: Awaited<ReturnType<typeof startUnreliableProxy>>
  let database: OpenDatabase<object>
  let observer: OpenDatabase<object>

  beforeAll(async () => {
    const { url, directUrl = url } = (await createFreshDatabase(opened)) as {
      url: string
      directUrl?: string
    }
    proxy = await startUnreliableProxy(new URL(directUrl))
    opened.defer(() => proxy.close())
    database = await openDatabase<object>({ url: proxy.url }, { beatMs: BEAT_MS })
    opened.defer(() => database.close())
    observer = await openDatabase<object>({ url: directUrl })
    opened.defer(() => observer.close())
  })
  afterAll(() => opened.disposeAsync())

  /** When the heartbeat's last statement began, after the server has slept for `seconds`. */
  const lastBeat = async (seconds: number) => {
    await observer.pool.query('select pg_sleep($1)', [seconds])
    const { rows } = await observer.pool.query<{ at: string | null }>(
      `select max(query_start)::text as at from pg_stat_activity
       where datname = current_database() and application_name = 'keepsake-watch'`,
    )
    return rows[0]!.at
  }

  test('RV-717 none is sent while no caller waits for the database, several while one does', async () => {
    const slow = database.pool.query('select pg_sleep(3)')
    const first = await lastBeat(1)
    expect(first).not.toBeNull()
    expect(await lastBeat(1)).not.toBe(first)
    await slow
    // The sixtieth beat is sent in any case.
    const resting = [await lastBeat(0.2), await lastBeat(0.2), await lastBeat(0.2), await lastBeat(0.2)]
    expect(new Set(resting).size).toBeLessThan(resting.length)
  })

  test('RV-717 P8 a server that stopped answering while no caller waited is noticed by the first query', async () => {
    proxy.stall()
    const failure = await sql`select 1`.execute(database.db).then(
      () => null,
      error => error,
    )
    expect(isDatabaseUnavailable(failure)).toBe(true)
    proxy.resume()
    await expect
      .poll(() => database.pool.query('select 1 as one').then(({ rows }) => rows, String))
      .toEqual([{ one: 1 }])
  })

  test('RV-717 a database that is closed while its heartbeat connects is closed', async () => {
    const stalled = await startUnreliableProxy(new URL(proxy.url))
    opened.defer(() => stalled.close())
    stalled.stall()
    const unreachable = await openDatabase<object>({ url: stalled.url }, { beatMs: BEAT_MS })
    await stalled.stalled
    await unreachable.close()
  })
})
