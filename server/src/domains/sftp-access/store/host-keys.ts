import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { SftpHostKeysTable } from '../tables.ts'

export type HostKeyRow = Selectable<SftpHostKeysTable>

export function findHostKey(db: Reader, name: string): Promise<HostKeyRow | undefined> {
  return db.selectFrom('sftp_host_keys').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Locks the key until the transaction ends. */
export function lockHostKey(tx: Tx, name: string): Promise<HostKeyRow | undefined> {
  return tx.db
    .selectFrom('sftp_host_keys')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts the key unless it exists. */
export async function insertHostKey(db: Reader, row: HostKeyRow): Promise<void> {
  await db
    .insertInto('sftp_host_keys')
    .values(row)
    .onConflict(oc => oc.doNothing())
    .execute()
}

export async function updateHostKey(tx: Tx, { name, ...values }: HostKeyRow): Promise<void> {
  await tx.db.updateTable('sftp_host_keys').set(values).where('name', '=', name).execute()
}
