import type { Selectable } from 'kysely'
import type { Context, Reader, Tx } from '../../context.ts'
import type { CaseLine } from '../../domain.ts'
import { deleteRows, greaterThan, listFirstRows, notEqual, updateRows } from '../../platform/db/rows.ts'
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

/** Lists the account's mails for customer care, with the reply of the server and the bounce. */
export async function listMailLines(
  { db }: Context,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<CaseLine[]> {
  const key = { account_id: accountId, sent_at: greaterThan(since) }
  return (await listFirstRows(db, 'sent_mails', key, limit, 'sent_at desc')).map(row => {
    const bounce = row.bounced_at && `bounced ${row.bounced_at.toISOString()} ${row.bounce_status ?? ''}`
    const former = row.to_former_address ? 'to a former address' : null
    const what = [row.reply ?? 'no reply stored', former, bounce?.trim()].filter(Boolean).join('; ')
    return { at: row.sent_at, who: 'mail', by: row.kind, what }
  })
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
