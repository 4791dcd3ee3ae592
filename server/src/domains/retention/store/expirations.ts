import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import {
  findRow,
  greaterThan,
  listFirstRows,
  listRows,
  lockRow,
  updateRows,
} from '../../../platform/db/rows.ts'
import { selectOpenAccounts } from '../../customers/index.ts'
import type { RetentionDeparturesTable } from '../tables.ts'

export type Expiration = Selectable<RetentionDeparturesTable>

const OPEN_STATES = ['leaving', 'left', 'returning', 'erasing'] as const

/** Finds the account's expiration that has not ended. */
export function findOpenExpiration(db: Reader, accountId: string): Promise<Expiration | undefined> {
  return findRow(db, 'retention_departures', { account_id: accountId, state: OPEN_STATES })
}

/** Finds the expirations of these accounts that have not ended, by account. */
export async function findOpenExpirations(
  db: Reader,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Expiration>> {
  const rows = await listRows(db, 'retention_departures', { account_id: accountIds, state: OPEN_STATES })
  return new Map(rows.map(row => [row.account_id, row]))
}

/** Lists all expirations that have not ended, in pages by account id. */
export function listOpenExpirations(db: Reader, after: string, limit: number): Promise<Expiration[]> {
  const key = { state: OPEN_STATES, account_id: greaterThan(after) }
  return listFirstRows(db, 'retention_departures', key, limit, 'account_id')
}

/**
 * Lists expirations of a brand whose grace period is over at `now`, without closed accounts, which are erased as a
 * whole.
 */
export function listExpirationsToErase(db: Reader, brandId: string, now: Date): Promise<Expiration[]> {
  return db
    .selectFrom('retention_departures')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('state', '=', 'left')
    .where('erase_at', '<=', now)
    .where(({ exists }) =>
      exists(
        selectOpenAccounts(db)
          .select('account_directory.account_id')
          .where(sql<SqlBool>`account_directory.account_id = retention_departures.account_id`),
      ),
    )
    .orderBy('account_id')
    .execute()
}

/** Counts the libraries of the brand whose expiration or erasure started on that day. */
export async function countStartedLibraries(
  db: Reader,
  brandId: string,
  column: 'left_on' | 'erasing_on',
  day: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('retention_departures')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('brand_id', '=', brandId)
    .where(column, '=', day)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the account's expiration that has not ended. */
export async function lockOpenExpiration(tx: Tx, accountId: string): Promise<Expiration | undefined> {
  const expiration = await findOpenExpiration(tx.db, accountId)
  if (!expiration) return undefined
  return lockRow(tx, 'retention_departures', {
    account_id: accountId,
    departure_id: expiration.departure_id,
    ended_at: null,
  })
}

export async function updateExpiration(
  tx: Tx,
  { account_id, departure_id }: Pick<Expiration, 'account_id' | 'departure_id'>,
  values: Updateable<RetentionDeparturesTable>,
): Promise<void> {
  await updateRows(tx.db, 'retention_departures', { account_id, departure_id }, values)
}
