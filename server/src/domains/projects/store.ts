import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { deleteRows, listRows, lockRow, notNull, updateRows } from '../../platform/db/rows.ts'
import { type ListPart, selectPage } from '../../platform/db/select-page.ts'
import type { ProjectsTable } from './tables.ts'

export type ProjectRow = Selectable<ProjectsTable>

/** Query fragment: the account's projects that its customer sees. */
const selectVisibleProjects = (db: Reader, accountId: string, now: Date) =>
  selectVisibleProjectsOfAllAccounts(db, now).where('account_id', '=', accountId)

const selectVisibleProjectsOfAllAccounts = (db: Reader, now: Date) =>
  db
    .selectFrom('projects')
    .where('deleted_at', 'is', null)
    .where('expired_at', 'is', null)
    .where('erased_at', 'is', null)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))

/** Lists a part of the account's projects, last changed by the customer first, or with `since` by their change here. */
export function listProjects(
  db: Reader,
  accountId: string,
  now: Date,
  part: ListPart,
): Promise<ProjectRow[]> {
  return selectPage(selectVisibleProjects(db, accountId, now).selectAll(), part, {
    time: 'changed_at',
    change: 'updated_at',
    ids: ['project_id'],
  }).execute()
}

/** Lists those of these projects that the account deleted and that can be restored. */
export function listDeletedProjects(
  db: Reader,
  accountId: string,
  projectIds: readonly string[],
): Promise<ProjectRow[]> {
  const state = { deleted_at: notNull, expired_at: null, erased_at: null }
  return listRows(db, 'projects', { account_id: accountId, project_id: projectIds, ...state })
}

/** Lists pairs of the account's projects and the photos that they contain; only pairs of these photos, if given. */
export async function listPhotosOfProjects(
  db: Reader,
  accountId: string,
  now: Date,
  photoIds: readonly string[] | undefined,
): Promise<{ photo_id: string; project_id: string; title: string }[]> {
  const photos = sql<string>`jsonb_array_elements_text(body -> 'photoIds')`
  return db
    .selectFrom(
      selectVisibleProjects(db, accountId, now)
        .select(['project_id', sql<string>`body ->> 'title'`.as('title'), photos.as('photo_id')])
        .as('contained'),
    )
    .selectAll()
    .distinct()
    .$if(photoIds !== undefined, q => q.where(sql<SqlBool>`photo_id = any(${photoIds}::text[])`))
    .execute()
}

/** Lists ids and titles of the account's saved projects. */
export function listProjectTitles(
  db: Reader,
  accountId: string,
  now: Date,
): Promise<{ project_id: string; title: string }[]> {
  return selectVisibleProjects(db, accountId, now)
    .select(['project_id', sql<string>`body ->> 'title'`.as('title')])
    .execute()
}

export async function countProjects(db: Reader, accountId: string, now: Date): Promise<number> {
  const { count } = await selectVisibleProjects(db, accountId, now)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the number of projects of each of these accounts; accounts without projects are missing. */
export async function countProjectsOfAccounts(
  db: Reader,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectVisibleProjectsOfAllAccounts(db, now)
    .select(['account_id', sql<number>`count(*)::int`.as('count')])
    .where(sql<SqlBool>`account_id = any(${accountIds}::text[])`)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ account_id, count }) => [account_id, count]))
}

/** Lists the accounts among these that have projects, expired ones included. */
export async function listAccountsWithProjects(
  db: Reader,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('projects')
    .select('account_id')
    .distinct()
    .where(sql<SqlBool>`account_id = any(${accountIds}::text[])`)
    .where('deleted_at', 'is', null)
    .where('erased_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.account_id))
}

/** Locks the project of any account, in any state, until the transaction ends. */
export function lockProject(tx: Tx, projectId: string): Promise<ProjectRow | undefined> {
  return lockRow(tx, 'projects', { project_id: projectId })
}

/** Deletes the record of a project that has not arrived. */
export async function deleteRecord(tx: Tx, projectId: string): Promise<void> {
  await deleteRows(tx.db, 'projects', { project_id: projectId, account_id: '' })
}

/** Hides the account's projects together with its expired photos. */
export async function expireProjects(tx: Tx, accountId: string, expiredAt: Date): Promise<void> {
  await updateRows(
    tx.db,
    'projects',
    { account_id: accountId, deleted_at: null, erased_at: null },
    { expired_at: expiredAt },
  )
}

/** Shows the account's expired projects again. */
export async function restoreExpiredProjects(tx: Tx, accountId: string, now: Date): Promise<void> {
  const key = { account_id: accountId, expired_at: notNull }
  await updateRows(tx.db, 'projects', key, { expired_at: null, updated_at: now })
}

/** Locks projects that their customers deleted at or before `deletedBy`, or that expired at the retailer by `now`. */
export function lockDueProjects(
  tx: Tx,
  { deletedBy, now, limit }: { deletedBy: Date; now: Date; limit: number },
): Promise<ProjectRow[]> {
  return tx.db
    .selectFrom('projects')
    .selectAll()
    .where('erased_at', 'is', null)
    .where(eb => eb.or([eb('deleted_at', '<=', deletedBy), eb('expires_at', '<=', now)]))
    .orderBy('project_id')
    .limit(limit)
    .forUpdate()
    .execute()
}
