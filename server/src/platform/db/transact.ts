import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import { isPlanOutdated } from './prepared-statements.ts'

/** A running transaction and its effects after the commit. Pass it down and never use the pool while it runs. */
// biome-ignore lint/suspicious/noExplicitAny: the platform does not know the tables
export interface Tx<DB = any> {
  db: Transaction<DB>
  /** Runs statements of this transaction after its work, in the order of the calls. */
  beforeCommit(work: () => Promise<unknown>): void
  afterCommit(effect: () => void): void
}

const transactionScope = new AsyncLocalStorage<true>()

/** Returns true inside of a transaction, where a second connection of the pool would be a deadlock. */
export function isInsideTransaction(): boolean {
  return transactionScope.getStore() === true
}

/** Retries of a transaction that failed with one of the codes below. */
const RETRIES = 5
/** PostgreSQL's codes for deadlock and serialization failure: the transaction was rolled back as a whole. */
const RETRYABLE_CODES = new Set(['40P01', '40001'])
const isRetryable = (error: unknown) =>
  RETRYABLE_CODES.has((error as { code?: string }).code ?? '') || isPlanOutdated(error)

/**
 * Runs `work` in one transaction; after the commit its afterCommit effects run. Deadlocks and serialization failures
 * are retried up to five times, so `work` may run more than once and must have no effects outside of the database.
 */
export async function transact<DB, T>(db: Kysely<DB>, work: (tx: Tx<DB>) => Promise<T>): Promise<T> {
  for (let retriesLeft = RETRIES; ; retriesLeft--)
    try {
      return await transactOnce(db, work)
    } catch (error) {
      if (retriesLeft === 0 || !isRetryable(error)) throw error
    }
}

async function transactOnce<DB, T>(db: Kysely<DB>, work: (tx: Tx<DB>) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await db.connection().execute(connection =>
    transactionScope.run(true, () =>
      connection.transaction().execute(async trx => {
        const lastSteps: (() => Promise<unknown>)[] = []
        const value = await work({
          db: trx,
          beforeCommit: each => lastSteps.push(each),
          afterCommit: effect => effects.push(effect),
        })
        for (const each of lastSteps) await each()
        return value
      }),
    ),
  )
  for (const effect of effects) effect()
  return result
}
