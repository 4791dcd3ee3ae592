import { type Selectable, sql } from 'kysely'
import type { UploadSession } from '#contract/upload-sessions.ts'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, greaterThan, listRows, lockRow, updateRows } from '../../../platform/db/rows.ts'
import { selectOpenAccounts } from '../../customers/index.ts'
import type { UploadSessionsTable } from '../tables.ts'

export type SessionRow = Selectable<UploadSessionsTable>

/** Returns whether a session accepts files at `now`. */
export function getSessionState(
  row: Pick<SessionRow, 'revoked_at' | 'expires_at'>,
  now: Date,
): UploadSession['state'] {
  if (row.revoked_at) return 'revoked'
  return row.expires_at > now ? 'open' : 'expired'
}

export function findSession(
  db: Reader,
  accountId: string,
  sessionId: string,
): Promise<SessionRow | undefined> {
  return findRow(db, 'upload_sessions', { account_id: accountId, session_id: sessionId })
}

/** Finds a session by its id alone; undefined for a deleted account. */
export async function findSessionById(db: Reader, sessionId: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('account_id', 'in', selectOpenAccounts(db).select('account_directory.account_id'))
    .executeTakeFirst()
}

export function lockSession(tx: Tx, accountId: string, sessionId: string): Promise<SessionRow | undefined> {
  return lockRow(tx, 'upload_sessions', { account_id: accountId, session_id: sessionId })
}

export async function adjustFileCount(
  tx: Tx,
  accountId: string,
  sessionId: string,
  delta: 1 | -1,
): Promise<void> {
  const changes = { files: sql<number>`greatest(files + ${delta}, 0)` }
  await updateRows(tx.db, 'upload_sessions', { account_id: accountId, session_id: sessionId }, changes)
}

/** Lists the account's sessions that are open at `now`, newest first. */
export function listOpenSessions(db: Reader, accountId: string, now: Date): Promise<SessionRow[]> {
  return listRows(
    db,
    'upload_sessions',
    { account_id: accountId, revoked_at: null, expires_at: greaterThan(now) },
    'created_at desc',
  )
}

export async function updateSession(
  tx: Tx,
  accountId: string,
  sessionId: string,
  set: Partial<Pick<SessionRow, 'opened_at' | 'revoked_at' | 'confirmed_at'>>,
): Promise<void> {
  await updateRows(tx.db, 'upload_sessions', { account_id: accountId, session_id: sessionId }, set)
}
