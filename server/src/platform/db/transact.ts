import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'

/** A running transaction and what is to happen once it is committed. Pass it down; never reach for the pool inside. */
// biome-ignore lint/suspicious/noExplicitAny: the platform does not know the tables
export interface Tx<DB = any> {
  db: Transaction<DB>
  afterCommit(effect: () => void): void
}

const inside = new AsyncLocalStorage<true>()

/** True while the caller runs inside a transaction: asking the pool for a connection then would wait for ever. */
export function insideTransaction(): boolean {
  return inside.getStore() === true
}

/** Runs the work in one transaction: all of it commits, then its afterCommit effects run; or none of it. */
export async function transact<DB, T>(db: Kysely<DB>, work: (tx: Tx<DB>) => Promise<T>): Promise<T> {
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
