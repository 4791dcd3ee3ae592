import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, insertMissingRow, listRows, lockRow, updateRows } from '../../../platform/db/rows.ts'
import type { ComplaintMessagesTable, ComplaintsTable } from '../tables.ts'

export type ComplaintRow = Selectable<ComplaintsTable>
export type MessageRow = Selectable<ComplaintMessagesTable>

export function findComplaint(db: Reader, complaintId: string): Promise<ComplaintRow | undefined> {
  return findRow(db, 'complaints', { complaint_id: complaintId })
}

/** Locks a complaint of any account until the transaction ends. */
export function lockComplaint(tx: Tx, complaintId: string): Promise<ComplaintRow | undefined> {
  return lockRow(tx, 'complaints', { complaint_id: complaintId })
}

/** Lists the complaints about these orders of the account, newest first. */
export function listComplaints(
  db: Reader,
  accountId: string,
  orderCodes: readonly string[],
): Promise<ComplaintRow[]> {
  if (orderCodes.length === 0) return Promise.resolve([])
  return listRows(
    db,
    'complaints',
    { account_id: accountId, order_code: orderCodes },
    'submitted_at desc',
    'complaint_id',
  )
}

/** Lists the codes of the account's orders with a complaint that is neither decided nor closed. */
export async function listOrdersWithOpenComplaints(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('complaints')
    .select('order_code')
    .distinct()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['sent', 'in-review', 'question'])
    .execute()
  return rows.map(({ order_code }) => order_code)
}

/** Opens the complaint for each of its products; returns the product that has an open complaint, and that one's id. */
export async function insertOpenProducts(
  tx: Tx,
  {
    complaint_id,
    account_id,
    product_codes,
  }: Pick<ComplaintRow, 'complaint_id' | 'account_id' | 'product_codes'>,
): Promise<string | undefined> {
  // In one order, so that two reports never deadlock.
  for (const product_code of product_codes.toSorted()) {
    const row = { complaint_id, account_id, product_code, is_open: true }
    if (!(await insertMissingRow(tx.db, 'complaint_products', row)))
      return findOpenComplaint(tx.db, account_id, product_code)
  }
  return undefined
}

async function findOpenComplaint(
  db: Reader,
  accountId: string,
  productCode: string,
): Promise<string | undefined> {
  const row = await findRow(
    db,
    'complaint_products',
    { account_id: accountId, product_code: productCode, is_open: true },
    ['complaint_id'],
  )
  return row?.complaint_id
}

type Change = Partial<
  Pick<
    ComplaintRow,
    | 'state'
    | 'revision'
    | 'version'
    | 'feed'
    | 'reprint_code'
    | 'updated_at'
    | 'reviewed_at'
    | 'answer_by'
    | 'decided_at'
    | 'objected_at'
    | 'closed_at'
    | 'attachments_deleted_at'
  >
>

/** Changes a locked complaint; one that is closed frees its products. */
export async function updateComplaint(
  tx: Tx,
  complaintId: string,
  { feed, ...columns }: Change,
): Promise<void> {
  const changes = { ...columns, ...(feed && { feed: JSON.stringify(feed) }) }
  await updateRows(tx.db, 'complaints', { complaint_id: complaintId }, changes)
  if (columns.state !== 'closed') return
  await updateRows(tx.db, 'complaint_products', { complaint_id: complaintId }, { is_open: false })
}

/** Records that the mail of an event was sent. */
export async function markMailed(tx: Tx, complaintId: string, event: string): Promise<void> {
  const changes = { mailed: sql<string>`mailed || ${JSON.stringify([event])}::jsonb` }
  await updateRows(tx.db, 'complaints', { complaint_id: complaintId }, changes)
}

/** Lists the customers' messages of these complaints in the order of time. */
export function listMessages(db: Reader, complaintIds: readonly string[]): Promise<MessageRow[]> {
  return listRows(db, 'complaint_messages', { complaint_id: complaintIds }, 'at', 'message_id')
}

export async function countMessagesSince(db: Reader, complaintId: string, since: Date): Promise<number> {
  const { messages } = await db
    .selectFrom('complaint_messages')
    .select(sql<number>`count(*)::int`.as('messages'))
    .where('complaint_id', '=', complaintId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return messages
}

/** Lists complaints that are due: to be closed, to remind of, or whose attachments are to be deleted. */
export function listDueComplaints(
  db: Reader,
  due: { decidedBefore: Date } | { answerBefore: Date; now: Date } | { closedBefore: Date },
  limit: number,
): Promise<ComplaintRow[]> {
  const query = db.selectFrom('complaints').selectAll().limit(limit)
  if ('decidedBefore' in due)
    return query.where('state', '=', 'decided').where('decided_at', '<=', due.decidedBefore).execute()
  if ('closedBefore' in due)
    return query
      .where('closed_at', '<=', due.closedBefore)
      .where('attachments_deleted_at', 'is', null)
      .execute()
  return query
    .where('state', '=', 'question')
    .where('answer_by', '<=', due.answerBefore)
    .where('answer_by', '>', due.now)
    .where(sql<boolean>`not mailed ? ('reminder ' || version)`)
    .execute()
}
