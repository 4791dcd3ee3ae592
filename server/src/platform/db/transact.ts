import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import { isPlanOutdated } from './prepared-statements.ts'

/** A running transaction and what is to happen once it is committed. Pass it down; never reach for the pool inside. */
// biome-ignore lint/suspicious/noExplicitAny: the platform does not know the tables
export interface Tx<DB = any> {
  db: Transaction<DB>
  afterCommit(effect: () => void): void
}

const inside = new AsyncLocalStorage<true>()

/** True while the caller runs inside a transaction: asking the pool for a connection then would wait for ever. */
export function isInsideTransaction(): boolean {
  return inside.getStore() === true
}

/** Times a transaction that the database broke up in favour of another one is begun again. */
const AGAIN = 5
/** PostgreSQL's codes for that: deadlock, serialization failure. Nothing of such a transaction has happened. */
const BROKEN_UP = new Set(['40P01', '40001'])
const isBrokenUp = (error: unknown) =>
  BROKEN_UP.has((error as { code?: string }).code ?? '') || isPlanOutdated(error)

/**
 * Runs the work in one transaction: all of it commits, then its afterCommit effects run; or none of it. The work may
 * run more than once, so it changes nothing but the database.
 */
export async function transact<DB, T>(db: Kysely<DB>, work: (tx: Tx<DB>) => Promise<T>): Promise<T> {
  for (let left = AGAIN; ; left--)
    try {
      return await transactOnce(db, work)
    } catch (error) {
      if (left === 0 || !isBrokenUp(error)) throw error
    }
}

async function transactOnce<DB, T>(db: Kysely<DB>, work: (tx: Tx<DB>) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await db
    .connection()
    .execute(connection =>
      inside.run(true, () =>
        connection
          .transaction()
          .execute(trx => work({ db: trx, afterCommit: effect => effects.push(effect) })),
      ),
    )
  for (const effect of effects) effect()
  return result
}
