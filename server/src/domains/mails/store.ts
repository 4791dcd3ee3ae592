import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { deleteRows, notEqual, updateRows } from '../../platform/db/rows.ts'
import type { SentMailsTable } from './tables.ts'

/** Kinds of mails about a change of address, which are sent to the previous address and to an unconfirmed one. */
const OTHER_ADDRESS_KINDS = ['revert-email', 'change-email']
/** The kind of mails that a customer sends to somebody else. */
export const WIDGET_SHARE = 'widget-share'

export type SentMailRow = Selectable<SentMailsTable>

export async function deleteMail(db: Reader, mailId: string): Promise<void> {
  await deleteRows(db, 'sent_mails', { mail_id: mailId })
}

/**
 * Lists the account's mails that bounced since `since`, newest first: to its current address, and to other people in
 * its name.
 */
export function listBouncedMails(
  db: Reader,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<SentMailRow[]> {
  return db
    .selectFrom('sent_mails')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('bounced_at', '>', since)
    .where('kind', 'not in', OTHER_ADDRESS_KINDS)
    .where('to_former_address', '=', false)
    .orderBy('bounced_at', 'desc')
    .limit(limit)
    .execute()
}

/** Records that the account's mails so far were sent to its former address. */
export async function markSentToFormerAddress(tx: Tx, accountId: string): Promise<void> {
  await updateRows(
    tx.db,
    'sent_mails',
    { account_id: accountId, kind: notEqual(WIDGET_SHARE) },
    { to_former_address: true },
  )
}

/** Deletes mails that were sent before that instant and have not bounced since. */
export async function deleteMailsBefore(db: Reader, before: Date): Promise<void> {
  await db
    .deleteFrom('sent_mails')
    .where('sent_at', '<', before)
    .where(eb => eb.or([eb('bounced_at', 'is', null), eb('bounced_at', '<', before)]))
    .execute()
}
