import { type Selectable, sql } from 'kysely'
import type { Reader } from '#server/context.ts'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import type { UploadsTable } from '../tables.ts'

export const accountRows = (accountId: string): AccountRows => ({
  uploads: sql`from uploads where account_id = ${accountId}`,
  upload_sessions: sql`from upload_sessions where account_id = ${accountId}`,
})

/** Uploads of the account that may have staged bytes. */
export function listReceivingUploads(
  db: Reader,
  accountId: string,
): Promise<Pick<Selectable<UploadsTable>, 'account_id' | 'upload_id'>[]> {
  return db
    .selectFrom('uploads')
    .select(['account_id', 'upload_id'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'receiving')
    .execute()
}
