import { type Selectable, sql } from 'kysely'
import type { UploadSession } from '#contract/upload-sessions.ts'
import type { Reader, Tx } from '../../../context.ts'
import { activeCustomers } from '../../customers/index.ts'
import type { UploadSessionsTable } from '../tables.ts'

export type SessionRow = Selectable<UploadSessionsTable>

/** Whether files may still come. */
export function stateOf(
  row: Pick<SessionRow, 'revoked_at' | 'expires_at'>,
  now: Date,
): UploadSession['state'] {
  if (row.revoked_at) return 'revoked'
  return row.expires_at > now ? 'open' : 'expired'
}

export async function findSession(
  db: Reader,
  accountId: string,
  sessionId: string,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** The session of an account that still exists. */
export async function findSessionById(db: Reader, sessionId: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('account_id', 'in', activeCustomers(db).select('customers.account_id'))
    .executeTakeFirst()
}

export async function lockSession(
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<SessionRow | undefined> {
  return tx.db
    .selectFrom('upload_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts a file in (1) or out (-1). */
export async function countFile(tx: Tx, accountId: string, sessionId: string, by: 1 | -1): Promise<void> {
  await tx.db
    .updateTable('upload_sessions')
    .set({ files: sql`greatest(files + ${by}, 0)` })
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .execute()
}
