import type { Selectable } from 'kysely'
import type { Reader } from '../../../context.ts'
import { findRow } from '../../../platform/db/rows.ts'
import type { SftpPasswordsTable } from '../tables.ts'

export type PasswordRow = Selectable<SftpPasswordsTable>

export function findPassword(db: Reader, accountId: string): Promise<PasswordRow | undefined> {
  return findRow(db, 'sftp_passwords', { account_id: accountId })
}
