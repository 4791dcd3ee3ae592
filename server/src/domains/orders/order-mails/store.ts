import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { deleteRows, listFirstRows, notNull } from '../../../platform/db/rows.ts'
import type { OrderMailsTable } from '../tables.ts'

export type OrderMailRow = Selectable<OrderMailsTable>

/** Stores that an event is to be mailed, or was told of again; returns the mail's id, undefined once it was mailed. */
export async function requestMail(
  tx: Tx,
  row: Pick<
    OrderMailRow,
    'mail_id' | 'account_id' | 'order_code' | 'kind' | 'event_key' | 'requested_at' | 'due_at'
  >,
): Promise<string | undefined> {
  const requestedMail = await tx.db
    .insertInto('order_mails')
    .values(row)
    .onConflict(oc =>
      oc
        .columns(['account_id', 'order_code', 'event_key'])
        .doUpdateSet({ requests: sql`order_mails.requests + 1` })
        .where('order_mails.mailed_at', 'is', null),
    )
    .returning('mail_id')
    .executeTakeFirst()
  return requestedMail?.mail_id
}

/** Lists mails that are due and were not due when they were requested, the earliest first. */
export const listWaitingMails = (db: Reader, now: Date, limit: number): Promise<OrderMailRow[]> =>
  db
    .selectFrom('order_mails')
    .selectAll()
    .where('mailed_at', 'is', null)
    .where('due_at', '<=', now)
    .whereRef('due_at', '>', 'requested_at')
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** Finds the days that the last mail of a delay of the order named. */
export async function findMailedDays(
  db: Reader,
  accountId: string,
  orderCode: string,
): Promise<string | undefined> {
  const key = { account_id: accountId, order_code: orderCode, mailed_days: notNull }
  const [mail] = await listFirstRows(db, 'order_mails', key, 1, 'mailed_at desc')
  return mail?.mailed_days ?? undefined
}

/** Deletes a mail whose event holds no longer; false if a version has told of it again since the row was read. */
export async function deleteMail(
  db: Reader,
  { account_id, mail_id, requests }: OrderMailRow,
): Promise<boolean> {
  return (await deleteRows(db, 'order_mails', { account_id, mail_id, requests })) > 0
}
