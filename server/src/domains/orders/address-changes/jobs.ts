import { type Context, change } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { handleEach, type JobRegistration } from '../../../platform/jobs/jobs.ts'
import type { MailMessage } from '../../../platform/mail/mail.ts'
import { createBrandMail, getBrandById } from '../../brands/index.ts'
import { type Customer, findCustomer } from '../../customers/index.ts'
import { sendMail } from '../../mails/index.ts'
import { mailAddressRefusal } from '../job-kinds.ts'
import { lockOrder } from '../store.ts'
import { type AddressChangeRow, findChange } from './store.ts'

export const addressChangeJobs: readonly JobRegistration<Context>[] = [
  handleEach(mailAddressRefusal, (ctx, { changeId }) => sendRefusalEmail(ctx, changeId)),
]

/**
 * Mails that an address was refused, and why, in the customer's language and the brand's design. Sent once, except that a
 * crash between the mail server's answer and `mailed_at` sends it again.
 */
async function sendRefusalEmail(ctx: Context, changeId: string): Promise<void> {
  const row = await findChange(ctx.db, changeId)
  const customer = row && (await findCustomer(ctx.db, row.account_id))
  if (row?.state !== 'refused' || row.mailed_at || !customer || customer.deleted_at) return
  const mail = { accountId: row.account_id, kind: 'address-refused' } as const
  await sendMail(ctx, mail, renderRefusal(ctx, row, customer))
  await change(ctx, async tx => {
    await lockOrder(tx, row.order_code)
    await updateRows(tx.db, 'order_address_changes', { change_id: changeId }, { mailed_at: ctx.clock.now() })
  })
}

function renderRefusal(
  { config }: Pick<Context, 'config'>,
  { order_code: code, refusal, requested_at: requestedAt }: AddressChangeRow,
  customer: Customer,
): MailMessage {
  const brand = getBrandById(customer.brand_id)
  const { text, link, care, requestFacts, render } = createBrandMail(config, brand, customer.locale)
  const isCancelled = refusal === 'cancelled'
  const reason = text(`order.address.refused.${refusal ?? 'other'}`)
  return render({
    to: customer.email,
    subject: text('mail.address-refused.subject'),
    body: isCancelled ? reason : `${reason} ${text('mail.address-refused.text')}`,
    facts: [[text('mail.order'), code], ...requestFacts({ account: customer.email, requestedAt })],
    action: text('mail.view-order'),
    address: link(`/orders/${encodeURIComponent(code)}`),
    other: care,
    note: text(isCancelled ? 'mail.order-questions' : 'mail.address-refused.note'),
  })
}
