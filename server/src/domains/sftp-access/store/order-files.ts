import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import { deleteRows, findRow } from '../../../platform/db/rows.ts'
import type { OrderFilesTable } from '../tables.ts'
import type { FileOrderRow } from './file-orders.ts'

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
