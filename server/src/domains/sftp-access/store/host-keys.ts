import type { Selectable } from 'kysely'
import type { Tx } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { SftpHostKeysTable } from '../tables.ts'

export type HostKeyRow = Selectable<SftpHostKeysTable>

export async function updateHostKey(tx: Tx, { name, ...values }: HostKeyRow): Promise<void> {
  await updateRows(tx.db, 'sftp_host_keys', { name }, values)
}
