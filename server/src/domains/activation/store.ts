import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import type { ActivationsTable } from './tables.ts'

export type ActivationRow = Selectable<ActivationsTable>

/** Undefined: the account has nothing in the old store, its library is active. */
export function findActivation(db: Reader, accountId: string): Promise<ActivationRow | undefined> {
  return db.selectFrom('activations').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

export function lockActivation(tx: Tx, accountId: string): Promise<ActivationRow | undefined> {
  return tx.db
    .selectFrom('activations')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** The row of a run that is going on, locked; undefined once it has ended or another one has begun. */
export function lockRun(tx: Tx, accountId: string, run: number): Promise<ActivationRow | undefined> {
  return tx.db
    .selectFrom('activations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('run', '=', run)
    .where('state', '=', 'importing')
    .forUpdate()
    .executeTakeFirst()
}
