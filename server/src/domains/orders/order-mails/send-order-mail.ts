import type { Context } from '../../../context.ts'
import { getBrandById } from '../../brands/index.ts'
import { findCustomer } from '../../customers/index.ts'
import { sendMail } from '../../mails/index.ts'
import { findOrder } from '../store.ts'
import { loadOrderEvents } from './load-events.ts'
import { findResumed, type OrderEvent } from './order-events.ts'
import { renderOrderMail } from './render-order-mail.ts'
import { getDays, isTold } from './request-mails.ts'
import { deleteMail, findUnsentMail, markMailed, type OrderMailRow } from './store.ts'

/**
 * Sends the mail of an event as the order is now; none if it holds no longer, as after a payment, or the account was closed. Sent
 * once, except that a crash between the mail server's answer and `mailed_at` sends it again.
 */
export async function sendOrderMail(
  ctx: Context,
  { accountId, mailId }: { accountId: string; mailId: string },
): Promise<void> {
  const mail = await findUnsentMail(ctx.db, accountId, mailId)
  if (!mail) return
  const content = await findContent(ctx, mail)
  if (!content) {
    // A version that has told of it again meanwhile found this job running and sent none.
    if (!(await deleteMail(ctx.db, mail))) await sendOrderMail(ctx, { accountId, mailId })
    return
  }
  await sendMail(ctx, { accountId, kind: mail.kind, ref: mail.order_code }, renderOrderMail(ctx, content))
  await markMailed(ctx.db, mail, { mailed_at: ctx.clock.now(), mailed_days: getDays(content.event) })
}

async function findContent(ctx: Context, mail: OrderMailRow) {
  const customer = await findCustomer(ctx.db, mail.account_id)
  const row = await findOrder(ctx.db, mail.account_id, mail.order_code)
  if (!customer || customer.deleted_at || !row) return undefined
  const brand = getBrandById(customer.brand_id)
  if (brand.orderMails === 'retailer') return undefined
  const { order, moment, events } = await loadOrderEvents(ctx, ctx.db, brand, row)
  const event =
    mail.kind === 'order-resumed'
      ? findResumed(order, mail.event_key, moment)
      : events.find(each => isEventOf(each, mail))
  if (!event || (await isTold(ctx.db, row, event))) return undefined
  return { customer, brand, order, event }
}

const isEventOf = ({ kind, key }: OrderEvent, mail: OrderMailRow): boolean =>
  kind === mail.kind && (kind === 'order-delayed' || key === mail.event_key)
