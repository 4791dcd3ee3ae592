import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, lockRow, updateRows } from '../../../platform/db/rows.ts'
import type { SftpHostKeysTable } from '../tables.ts'

export type HostKeyRow = Selectable<SftpHostKeysTable>

export function findHostKey(db: Reader, name: string): Promise<HostKeyRow | undefined> {
  return findRow(db, 'sftp_host_keys', { name })
}

/** Locks the key until the transaction ends. */
export function lockHostKey(tx: Tx, name: string): Promise<HostKeyRow | undefined> {
  return lockRow(tx, 'sftp_host_keys', { name })
}

export async function updateHostKey(tx: Tx, { name, ...values }: HostKeyRow): Promise<void> {
  await updateRows(tx.db, 'sftp_host_keys', { name }, values)
}
