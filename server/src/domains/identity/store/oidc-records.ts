import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reader } from '#server/context.ts'
import {
  atMost,
  deleteRows,
  deleteRowsReturning,
  findRow,
  greaterThan,
  insertMissingRow,
  listColumns,
  updateRows,
  upsertRow,
  upsertRowIf,
} from '../../../platform/db/rows.ts'
import { selectOpenAccounts } from '../../customers/index.ts'
import type { OidcRecordsTable } from '../tables.ts'

/** The kind of the record that names the latest end of an account's sessions; its id is the account's. */
export const ACCESS_END = 'AccessEnd'

type OidcRecord = Selectable<OidcRecordsTable>
type RecordKey = Pick<OidcRecord, 'kind' | 'id'>

/** Finds the record, expired or not. */
export function findRecord(db: Reader, { kind, id }: RecordKey) {
  return findRow(db, 'oidc_records', { kind, id }, ['account_id', 'grant_id', 'payload', 'expires_at'])
}

/** Finds the session of a refresh token, consumed or not, with the hash of the cookie that it is bound to. */
export function findSessionByRefreshToken(db: Reader, tokenHash: string) {
  return db
    .selectFrom('oidc_records')
    .leftJoin('devices', join =>
      join
        .onRef('devices.account_id', '=', 'oidc_records.account_id')
        .onRef('devices.grant_id', '=', 'oidc_records.grant_id'),
    )
    .select(['oidc_records.account_id', 'oidc_records.grant_id', 'oidc_records.payload', 'devices.bind_hash'])
    .where('oidc_records.kind', '=', 'RefreshToken')
    .where('oidc_records.id', '=', tokenHash)
    .executeTakeFirst()
}

/** Counts the account's grants: one for each sign-in of a browser or app. */
export async function countGrants(db: Reader, accountId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('oidc_records')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('kind', '=', 'Grant')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds the unexpired record of this kind with the value in the column, and the latest end of its account's sessions. */
export function findLiveRecord(
  db: Reader,
  kind: string,
  column: 'id' | 'uid' | 'user_code',
  value: string,
  now: Date,
) {
  return (
    db
      .selectFrom('oidc_records')
      .leftJoin('oidc_records as ended', join =>
        join.on('ended.kind', '=', ACCESS_END).onRef('ended.id', '=', 'oidc_records.account_id'),
      )
      .select([
        'oidc_records.id',
        'oidc_records.account_id',
        'oidc_records.payload',
        'oidc_records.consumed_at',
      ])
      // In one statement: an end between two would not be noticed.
      .select(sql<string | null>`ended.payload ->> 'end'`.as('access_end'))
      .where('oidc_records.kind', '=', kind)
      .where(`oidc_records.${column}`, '=', value)
      .where(eb =>
        eb.or([eb('oidc_records.expires_at', 'is', null), eb('oidc_records.expires_at', '>', now)]),
      )
      .executeTakeFirst()
  )
}

/**
 * Finds the account, and its grant with what is known of its device if there are some; undefined when the account does not
 * exist or is deleted.
 */
export function findAccountOfGrant(db: Reader, accountId: string, grantId: string) {
  return selectOpenAccounts(db)
    .leftJoin('oidc_records as granted', join =>
      join.on('granted.kind', '=', 'Grant').on('granted.id', '=', grantId),
    )
    .leftJoin('devices', join =>
      join
        .onRef('devices.account_id', '=', 'account_directory.account_id')
        .on('devices.grant_id', '=', grantId),
    )
    .select([
      'account_directory.account_id',
      'account_directory.email',
      'account_directory.business',
      'account_directory.vendor',
      'granted.id as grant',
      'granted.expires_at as grant_expires_at',
      'devices.auth_time',
      'devices.last_used_at',
    ])
    .where('account_directory.account_id', '=', accountId)
    .executeTakeFirst()
}

/** Lists the marks, of these, of grants in force. Grants have theirs as `uid` (toSessionMark). */
export async function listGrantMarks(db: Reader, marks: readonly string[], now: Date): Promise<string[]> {
  const key = { kind: 'Grant', uid: marks, expires_at: greaterThan(now) }
  const rows = await listColumns(db, 'oidc_records', key, ['uid'])
  return rows.map(({ uid }) => uid!)
}

/** Inserts a record unless there is one of this kind and id. */
export async function insertRecord(db: Reader, row: Insertable<OidcRecordsTable>): Promise<void> {
  await insertMissingRow(db, 'oidc_records', row)
}

export async function upsertRecord(db: Reader, row: Insertable<OidcRecordsTable>): Promise<void> {
  await upsertRow(db, 'oidc_records', ['kind', 'id'], row)
}

/** Inserts a record, or replaces one that has expired; false while there is a valid one. */
export function claimRecord(db: Reader, row: Insertable<OidcRecordsTable>, now: Date): Promise<boolean> {
  return upsertRowIf(db, 'oidc_records', ['kind', 'id'], row, { expires_at: atMost(now) })
}

export async function updateRecord(
  db: Reader,
  { kind, id }: RecordKey,
  values: Updateable<OidcRecordsTable>,
): Promise<void> {
  await updateRows(db, 'oidc_records', { kind, id }, values)
}

/** Deletes the record and returns it, to one of concurrent callers only; undefined if there is none. */
export async function takeRecord(db: Reader, { kind, id }: RecordKey) {
  const [record] = await deleteRowsReturning(db, 'oidc_records', { kind, id })
  return record
}

export async function deleteRecord(db: Reader, { kind, id }: RecordKey): Promise<void> {
  await deleteRows(db, 'oidc_records', { kind, id })
}

/**
 * Deletes grants of the account with all records issued under them, and the sessions at the provider that have them. A
 * session that has none in force would grant access silently, and so would a sign-in in progress: they are deleted, too.
 */
export async function deleteGrants(
  db: Reader,
  accountId: string,
  grantIds: readonly string[],
  now: Date,
): Promise<void> {
  if (grantIds.length > 0) await deleteRecordsOfGrants(db, accountId, grantIds)
  await db
    .deleteFrom('oidc_records')
    .where('account_id', '=', accountId)
    .where(eb =>
      eb.or([
        eb('kind', '=', 'Interaction'),
        eb.and([
          eb('kind', '=', 'Session'),
          sql<boolean>`not exists (select from jsonb_each(payload -> 'authorizations') as authorized
            join oidc_records as granted on granted.kind = 'Grant' and granted.id = authorized.value ->> 'grantId'
            where granted.expires_at > ${now})`,
        ]),
      ]),
    )
    .execute()
}

/** A session is found by its own list and by what was issued in it: either may be gone. */
async function deleteRecordsOfGrants(
  db: Reader,
  accountId: string,
  grantIds: readonly string[],
): Promise<void> {
  const issuedIn = db
    .selectFrom('oidc_records as issued')
    .select(sql<string>`issued.payload ->> 'sessionUid'`.as('uid'))
    .where('issued.grant_id', 'in', grantIds)
  await db
    .deleteFrom('oidc_records')
    .where('account_id', '=', accountId)
    .where(eb =>
      eb.or([
        eb('grant_id', 'in', grantIds),
        eb.and([eb('kind', '=', 'Grant'), eb('id', 'in', grantIds)]),
        eb.and([
          eb('kind', '=', 'Session'),
          eb.or([
            eb('uid', 'in', issuedIn),
            sql<boolean>`exists (select from jsonb_each(payload -> 'authorizations') as authorized
              where authorized.value ->> 'grantId' = any(${[...grantIds]}::text[]))`,
          ]),
        ]),
      ]),
    )
    .execute()
}
