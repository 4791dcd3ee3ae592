import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import {
  deleteRows,
  findRow,
  insertRow,
  listRows,
  lockRow,
  updateRows,
  upsertRowIf,
} from '../../platform/db/rows.ts'
import type {
  FileOrdersTable,
  OrderFilesTable,
  SftpHostKeysTable,
  SftpKeysTable,
  SftpPasswordsTable,
} from './tables.ts'

export type FileOrderRow = Selectable<FileOrdersTable>

/** Inserts an order, or replaces the refused order with that id. */
export async function upsertFileOrder(tx: Tx, row: Insertable<FileOrdersTable>): Promise<void> {
  const { request_id: _, account_id: __, reference: ___, ...values } = row
  await upsertRowIf(tx.db, 'file_orders', ['request_id'], row, { state: 'refused' }, values)
}

export type HostKeyRow = Selectable<SftpHostKeysTable>

export async function updateHostKey(tx: Tx, { name, ...values }: HostKeyRow): Promise<void> {
  await updateRows(tx.db, 'sftp_host_keys', { name }, values)
}

export type KeyRow = Selectable<SftpKeysTable>

/** Lists the account's keys, newest first. */
export function listKeys(db: Reader, accountId: string): Promise<KeyRow[]> {
  return listRows(db, 'sftp_keys', { account_id: accountId }, 'created_at desc', 'key_id')
}

export function insertKey(tx: Tx, row: Insertable<SftpKeysTable>): Promise<KeyRow> {
  return insertRow(tx.db, 'sftp_keys', row)
}

/** Deletes the account's keys with these ids, or all; returns their number. */
export function deleteKeys(tx: Tx, accountId: string, ids: readonly string[] | 'all'): Promise<number> {
  return deleteRows(tx.db, 'sftp_keys', { account_id: accountId, ...(ids !== 'all' && { key_id: ids }) })
}

type OrderFileRow = Omit<Selectable<OrderFilesTable>, 'content'> & { size: number }

export type ListedOrderFile = OrderFileRow & Partial<Pick<FileOrderRow, 'state' | 'refusal' | 'order_codes'>>

export type StoredOrderFile = Pick<Selectable<OrderFilesTable>, 'content' | 'is_complete' | 'modified_at'>

/** Lists the account's order files without their content, with the state of their orders. */
export async function listOrderFiles(db: Reader, accountId: string): Promise<ListedOrderFile[]> {
  const rows = await db
    .selectFrom('order_files')
    .leftJoin('file_orders', 'file_orders.request_id', 'order_files.request_id')
    .select(['order_files.account_id', 'name', 'is_complete', 'issues', 'order_files.request_id'])
    .select(['modified_at', 'state', 'refusal', 'order_codes'])
    .select(sql<number>`length(content)`.as('size'))
    .where('order_files.account_id', '=', accountId)
    .orderBy('name')
    .execute()
  return rows.map(({ state, refusal, order_codes, ...row }) => ({
    ...row,
    ...(state ? { state, refusal, order_codes } : {}),
  }))
}

/** Finds a file with its content. */
export async function findOrderFile(
  db: Reader,
  accountId: string,
  name: string,
): Promise<StoredOrderFile | undefined> {
  const row = await findRow(db, 'order_files', { account_id: accountId, name }, [
    'content',
    'is_complete',
    'modified_at',
  ])
  return row && { ...row, content: Buffer.from(row.content) }
}

/** Finds the name of the file of an order; the latest of several. */
export async function findFileName(
  db: Reader,
  accountId: string,
  requestId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('order_files')
    .select('name')
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .orderBy('modified_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

/** Deletes a file; false when it does not exist. */
export async function deleteOrderFile(db: Reader, accountId: string, name: string): Promise<boolean> {
  return (await deleteRows(db, 'order_files', { account_id: accountId, name })) > 0
}

/** Deletes complete and partial files that were last modified before these instants. */
export async function deleteOldFiles(db: Reader, before: { complete: Date; partial: Date }): Promise<void> {
  await db
    .deleteFrom('order_files')
    .where(eb =>
      eb.or([
        eb('modified_at', '<', before.complete),
        eb.and([eb('is_complete', '=', false), eb('modified_at', '<', before.partial)]),
      ]),
    )
    .execute()
}

export type PasswordRow = Selectable<SftpPasswordsTable>

export function findPassword(db: Reader, accountId: string): Promise<PasswordRow | undefined> {
  return findRow(db, 'sftp_passwords', { account_id: accountId })
}

/** Finds the user name of an account; undefined unless one was made. */
export async function findUserName(db: Reader, accountId: string): Promise<string | undefined> {
  const row = await findRow(db, 'sftp_users', { account_id: accountId }, ['user_name'])
  return row?.user_name
}

export async function findAccountOfUserName(db: Reader, userName: string): Promise<string | undefined> {
  const row = await findRow(db, 'sftp_users', { user_name: userName }, ['account_id'])
  return row?.account_id
}

/** When and where a password or key was used. */
export type Uses = Pick<KeyRow, (typeof COLUMNS)[number]>

/** What a client signed in with; a password is identified by its hash, because it may be replaced. */
export type Credential = { kind: 'password'; hash: string } | { kind: 'key'; keyId: string; name: string }

/** Locks the credential until the transaction ends; undefined once it has ended. */
export function lockUses(tx: Tx, accountId: string, credential: Credential): Promise<Uses | undefined> {
  if (credential.kind === 'key')
    return lockRow(tx, 'sftp_keys', { account_id: accountId, key_id: credential.keyId }, COLUMNS)
  return lockRow(tx, 'sftp_passwords', { account_id: accountId, hash: credential.hash }, COLUMNS)
}

export async function updateUses(
  tx: Tx,
  accountId: string,
  credential: Credential,
  { networks, ...use }: Uses,
): Promise<void> {
  const values = { ...use, networks: JSON.stringify(networks) }
  if (credential.kind === 'key')
    await updateRows(tx.db, 'sftp_keys', { account_id: accountId, key_id: credential.keyId }, values)
  else await updateRows(tx.db, 'sftp_passwords', { account_id: accountId, hash: credential.hash }, values)
}

const COLUMNS = ['last_used_at', 'last_used_from', 'networks'] as const
