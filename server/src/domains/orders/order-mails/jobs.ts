import type { Brand } from '#contract/brands.ts'
import type { Order } from '#contract/orders.ts'
import { type Context, change } from '../../../context.ts'
import { findRow, updateRows } from '../../../platform/db/rows.ts'
import { handleEach, type JobRegistration, runOnSchedule } from '../../../platform/jobs/jobs.ts'
import type { MailMessage } from '../../../platform/mail/mail.ts'
import { createBrandMail, getBrandById } from '../../brands/index.ts'
import { type Customer, findCustomer } from '../../customers/index.ts'
import { sendMail } from '../../mails/index.ts'
import { mailOrderEvent } from '../job-kinds.ts'
import { findOrder } from '../store.ts'
import { createEventTexts, describeEvent } from './describe-event.ts'
import { getDays, loadOrderEvents } from './load-events.ts'
import { findResumed, type OrderEvent } from './order-events.ts'
import { sendMailJob } from './request-mails.ts'
import { deleteMail, listWaitingMails, type OrderMailRow } from './store.ts'

const isEventOf = ({ kind, key }: OrderEvent, mail: OrderMailRow): boolean =>
  kind === mail.kind && (kind === 'order-delayed' || key === mail.event_key)

export const orderMailJobs: readonly JobRegistration<Context>[] = [
  handleEach(mailOrderEvent, sendOrderMail),
  runOnSchedule('orders.mail-due', '*/10 * * * *', sendDueOrderMails),
]

/** Sends the jobs of mails that have waited for their morning, at most 1,000. */
export async function sendDueOrderMails(ctx: Context): Promise<void> {
  const mails = await listWaitingMails(ctx.db, ctx.clock.now(), 1000)
  await change(ctx, async tx => {
    for (const mail of mails) await sendMailJob(ctx, tx, mail)
  })
}

/**
 * Sends the mail of an event as the order is now; none if it holds no longer, as after a payment, or the account was closed. Sent
 * once, except that a crash between the mail server's answer and `mailed_at` sends it again.
 */
export async function sendOrderMail(
  ctx: Context,
  { accountId, mailId }: { accountId: string; mailId: string },
): Promise<void> {
  const mail = await findRow(ctx.db, 'order_mails', {
    account_id: accountId,
    mail_id: mailId,
    mailed_at: null,
  })
  if (!mail || mail.due_at > ctx.clock.now()) return
  const content = await findContent(ctx, mail)
  if (!content) {
    // A version that has told of it again meanwhile found this job running and sent none.
    if (!(await deleteMail(ctx.db, mail))) await sendOrderMail(ctx, { accountId, mailId })
    return
  }
  await sendMail(ctx, { accountId, kind: mail.kind, ref: mail.order_code }, renderOrderMail(ctx, content))
  await updateRows(
    ctx.db,
    'order_mails',
    { account_id: mail.account_id, mail_id: mail.mail_id },
    { mailed_at: ctx.clock.now(), mailed_days: getDays(content.event) },
  )
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
  if (!event) return undefined
  return { customer, brand, order, event }
}

/**
 * Renders the mail of an event in the customer's language and the brand's design: the order's code, a button to the order, never
 * to a page outside, and customer care.
 */
function renderOrderMail(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  { customer, brand, order, event }: { customer: Customer; brand: Brand; order: Order; event: OrderEvent },
): MailMessage {
  const { text, locale, link, care, render } = createBrandMail(config, brand, customer.locale)
  const reader = { locale, timeZone: brand.timeZone, now: clock.now().getTime() }
  const { subject, sentences, quote, action } = describeEvent(createEventTexts(text, reader, order), event)
  const code = order.superOrderCode
  return render({
    to: customer.email,
    subject,
    body: sentences.join(' '),
    quote,
    facts: [[text('mail.order'), code]],
    action: action ?? text('mail.view-order'),
    address: link(`/orders/${encodeURIComponent(code)}`),
    other: care,
    note: text('mail.order-questions'),
  })
}
