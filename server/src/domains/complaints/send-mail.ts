import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change } from '../../context.ts'
import { findCustomer } from '../customers/index.ts'
import { sendMail } from '../mails/index.ts'
import { findOrder } from '../orders/index.ts'
import { type ComplaintMailEvent, renderComplaintMail } from './render-mail.ts'
import { type ComplaintRow, findComplaint, lockComplaint, markMailed } from './store/complaints.ts'

/**
 * Mails what happened to a complaint, in the customer's language. Sent once for each event, except that a crash between the
 * mail server's answer and the mark sends it again; nothing is sent about what is more than a day old or is over.
 */
export async function sendComplaintMail(ctx: Context, complaintId: string, event: string): Promise<void> {
  const row = await findComplaint(ctx.db, complaintId)
  const customer = row && (await findCustomer(ctx.db, row.account_id))
  if (!row || row.mailed.includes(event) || !customer || customer.deleted_at) return
  const [kind] = event.split(' ') as [ComplaintMailEvent]
  if (isCurrent(row, kind, ctx.clock.now())) {
    const mail = { accountId: row.account_id, kind: 'complaint', ref: complaintId } as const
    const order = await findOrder(ctx.db, row.account_id, row.order_code)
    const currency = order?.body.total?.currency
    await sendMail(ctx, mail, renderComplaintMail(ctx, row, customer, { event: kind, currency }))
  }
  await change(ctx, async tx => {
    const locked = await lockComplaint(tx, complaintId)
    if (locked && !locked.mailed.includes(event)) await markMailed(tx, complaintId, event)
  })
}

function isCurrent(row: ComplaintRow, kind: ComplaintMailEvent, now: Date): boolean {
  const isRecent = (at: Date | string | null | undefined) =>
    at != null && now.getTime() - new Date(at).getTime() <= millisecondsInDay
  if (kind === 'received') return isRecent(row.submitted_at)
  if (kind === 'decided') return row.state === 'decided' && isRecent(row.decided_at)
  if (row.state !== 'question') return false
  return kind === 'reminder' || isRecent(row.feed?.messages.at(-1)?.at)
}
