import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { DatabaseLocation, OpenDatabase } from '#server/platform/db/database.ts'
import type { Declarations } from '#server/testing/distribution/statement-check.ts'
import { listStatementTables, type TableUse } from '#server/testing/distribution/statement-tables.ts'
import { mergeResults } from './merge-results.ts'

/** Where the second half of a test database is: TEST_SECOND_DATABASE_URL, with the name of the first and a suffix. */
export function getSecondLocation(location: DatabaseLocation): { url: string } | null {
  const { TEST_SECOND_DATABASE_URL: server } = process.env
  if (!server || !('url' in location)) return null
  const url = new URL(server)
  url.pathname = `${new URL(location.url).pathname}_2`
  return { url: url.href }
}

/** A database over whose two halves accounts are distributed; statements are routed from `enable` on. */
export interface TwoDatabases {
  enable(): void
  /** Rolls back what killed processes left prepared: its locks would be held for ever. Waits for running transactions. */
  recover(): Promise<void>
  /** Returns the connections to the second half. */
  close(): Promise<void>
}

/**
 * Routes the statements of a database as a cluster would (0112): those on distributed tables to the half of their account,
 * or to both if they name none, all others to the first one. Rows of reference tables are in both. A transaction that used
 * the second half is prepared there before it is committed in either; the second is committed first, so that a job, which is
 * in the first, finds its rows. (Citus commits the coordinator first.) A transaction that is still prepared after the
 * one in the first half has ended belongs to a killed process; an advisory lock shows that.
 */
export function routeStatements(
  first: Pick<OpenDatabase<unknown>, 'pool'>,
  second: Pick<OpenDatabase<unknown>, 'pool'>,
  declarations: Declarations,
): TwoDatabases {
  const getRoute = createRouter(declarations)
  let isEnabled = false
  const sessions = new Set<Session>()
  first.pool.on('connect', client => {
    const query = client.query.bind(client) as Query
    const session = new Session(query, () => second.pool.connect(), getRoute)
    sessions.add(session)
    client.once('end', () => {
      sessions.delete(session)
      session.end()
    })
    client.query = ((text: unknown, values?: unknown, callback?: unknown) => {
      if (!isEnabled || typeof text !== 'string') return query(text as string, values as unknown[], callback)
      const callbackArgument = typeof values === 'function' ? values : callback
      const result = session.execute(text, Array.isArray(values) ? values : [])
      if (typeof callbackArgument !== 'function') return result
      result.then(
        queryResult => callbackArgument(null, queryResult),
        error => callbackArgument(error),
      )
      return undefined
    }) as typeof client.query
  })
  return {
    enable() {
      isEnabled = true
    },
    async recover() {
      const { rows } = await second.pool.query(
        'select gid from pg_prepared_xacts where database = current_database()',
      )
      for (const { gid } of rows) {
        await first.pool.query(createLockStatement(gid))
        await second.pool.query(`rollback prepared '${gid}'`).catch(error => {
          if (!ENDED_CODES.includes(error.code)) throw error
        })
      }
    },
    async close() {
      for (const session of sessions) await session.end()
    },
  }
}

const createLockStatement = (name: string) => `select pg_advisory_xact_lock(hashtext('${name}'))`

/** Another connection is just committing the prepared transaction, or has done so. */
const ENDED_CODES = ['55006', '42704']

type Query = (text: string, values?: unknown[], callback?: unknown) => Promise<pg.QueryResult>
type Half = 'first' | 'second'

/** Returns the half with the rows of an account. */
export const getHalf = (accountId: string): Half =>
  createHash('md5').update(accountId).digest()[0]! % 2 === 0 ? 'first' : 'second'

/** A connection with its counterpart in the second half, and the transaction of both. */
class Session {
  readonly #first: Query
  readonly #connect: () => Promise<pg.PoolClient>
  readonly #routeOf: Router
  #second: Promise<pg.PoolClient> | undefined
  #begun: string | null = null
  #isInSecond = false
  /** The cursors of the transaction that are in the second half. */
  readonly #cursorsInSecond = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(first: Query, connect: () => Promise<pg.PoolClient>, getRoute: Router) {
    this.#first = first
    this.#connect = connect
    this.#routeOf = getRoute
  }

  /** Executes statements one after another, as a connection does. */
  execute(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const result = this.#last.then(() => this.#executeNow(text, values))
    this.#last = result.catch(() => undefined)
    return result
  }

  async end(): Promise<void> {
    const second = this.#second
    this.#second = undefined
    await second?.then(client => client.release())
  }

  async #executeNow(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const [word] = /^\w+/.exec(text.trim().toLowerCase()) ?? []
    if (word === 'begin' || word === 'start') this.#begun = text
    if (word === 'commit' || word === 'end') return this.#commit()
    if (word === 'rollback' && !/\bto\b/i.test(text)) return this.#rollback(text)
    if (word === 'savepoint' || word === 'release' || word === 'rollback') {
      if (this.#isInSecond) await this.#inSecond(text, values)
      return this.#first(text, values)
    }
    const cursor = /^(?:fetch .* from|close) (\w+)$/i.exec(text.trim())?.[1]
    if (cursor !== undefined)
      return this.#cursorsInSecond.has(cursor) ? this.#inSecond(text, values) : this.#first(text, values)
    const halves = this.#routeOf(text, values)
    const declaredCursor = /^\s*declare (\w+)/i.exec(text)?.[1]
    if (declaredCursor !== undefined) {
      if (halves.size > 1) throw new Error(`A cursor on several databases: ${text}`)
      if (halves.has('second')) this.#cursorsInSecond.add(declaredCursor)
      else this.#cursorsInSecond.delete(declaredCursor)
    }
    const results: pg.QueryResult[] = []
    if (halves.has('first')) results.push(await this.#first(text, values))
    if (halves.has('second')) results.push(await this.#inSecond(text, values))
    return mergeResults(text, values, results)
  }

  async #inSecond(text: string, values: unknown[]): Promise<pg.QueryResult> {
    this.#second ??= this.#connect()
    const client = await this.#second
    if (this.#begun && !this.#isInSecond) {
      await client.query(this.#begun)
      this.#isInSecond = true
    }
    return client.query(text, values)
  }

  async #commit(): Promise<pg.QueryResult> {
    this.#begun = null
    if (!this.#isInSecond) return this.#first('commit')
    this.#isInSecond = false
    const client = await this.#second!
    const name = randomUUID()
    if (!(await this.#lock(name))) {
      await client.query('rollback')
      return this.#first('rollback')
    }
    const prepared = await client.query(`prepare transaction '${name}'`)
    // PostgreSQL rolls a failed transaction back instead of preparing it.
    if (prepared.command === 'ROLLBACK') return this.#first('rollback')
    await client.query(`commit prepared '${name}'`)
    return this.#first('commit')
  }

  /** Locks the name until the transaction in the first half ends; false if that has failed. */
  async #lock(name: string): Promise<boolean> {
    return this.#first(createLockStatement(name)).then(
      () => true,
      () => false,
    )
  }

  async #rollback(text: string): Promise<pg.QueryResult> {
    this.#begun = null
    if (this.#isInSecond) await (await this.#second!).query('rollback')
    this.#isInSecond = false
    return this.#first(text)
  }
}

type Router = (text: string, values: readonly unknown[]) => Set<Half>

function createRouter(declarations: Declarations): Router {
  const columns = Object.fromEntries(
    Object.entries(declarations).map(([table, { accounts }]) => [table, accounts]),
  )
  const usesByStatement = new Map<string, TableUse[]>()
  const getTableUses = (text: string) => {
    const uses = usesByStatement.get(text) ?? listStatementTables(text, columns)
    usesByStatement.set(text, uses)
    return uses
  }
  return (text, values) => {
    if (/^\s*(alter|create|drop|truncate)\b/i.test(text)) return new Set(['first', 'second'])
    if (!/^\s*(select|insert|update|delete|with|declare)\b/i.test(text)) return new Set(['first'])
    const uses = getTableUses(text)
    const listUses = (placement: string) =>
      uses.filter(use => declarations[use.table]!.placement === placement)
    const distributed = listUses('distributed')
    if (distributed.length === 0)
      return listUses('reference').some(use => use.access === 'written')
        ? new Set(['first', 'second'])
        : new Set(['first'])
    if (listUses('directory').length + listUses('local').length > 0)
      throw new Error(`Tables of the directory with distributed ones: ${text}`)
    const accounts = distributed.map(use => use.account!.listValues(values))
    if (accounts.some(each => each === null)) return new Set(['first', 'second'])
    const halves = new Set(accounts.flatMap(each => each!.map(getHalf)))
    return halves.size > 0 ? halves : new Set(['first'])
  }
}
