import { type Context, change } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { MailMessage } from '../../../platform/mail/mail.ts'
import { preventAutoLinks } from '../../../platform/mail/prevent-auto-links.ts'
import { createEndFormat } from '../../../platform/mail/request-facts.ts'
import { createBrandMail, getBrandById } from '../../brands/index.ts'
import { findCustomer } from '../../customers/index.ts'
import { sendMail } from '../../mails/index.ts'
import { mailReceiptJob } from '../job-kinds.ts'
import { findWithdrawal, listReceipts, type WithdrawalRow } from '../store.ts'
import { getReceiptFileName, getStatedProducts, listReceiptFacts, renderReceiptFile } from './receipt.ts'

/** Receipts an hour to one address; more wait, so that nobody can flood a mailbox with them. */
const RECEIPTS_PER_HOUR = 5
const HOUR_MS = 3_600_000

/**
 * Mails the receipt of a statement, in its language. Sent once, except that a crash between the mail server's answer and
 * `mailed_at` sends it again. Beyond five an hour to the address it waits until it is one of five.
 */
export async function sendReceipt(ctx: Context, withdrawalId: string): Promise<void> {
  const row = await findWithdrawal(ctx.db, withdrawalId)
  if (!row || row.mailed_at) return
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS)
  const [first, ...others] = (await listReceipts(ctx.db, row.recipient, since)).slice(-RECEIPTS_PER_HOUR)
  if (first && others.length === RECEIPTS_PER_HOUR - 1) {
    const startAfter = new Date(first.getTime() + HOUR_MS)
    await change(ctx, tx => ctx.jobs.send(tx, mailReceiptJob, [{ withdrawalId }], { startAfter }))
    return
  }
  await sendMail(
    ctx,
    { accountId: await findRecipientAccount(ctx, row), kind: 'withdrawal-received' },
    renderReceipt(ctx, row),
  )
  await updateRows(ctx.db, 'withdrawals', { withdrawal_id: withdrawalId }, { mailed_at: ctx.clock.now() })
}

/** A bounce concerns the account only if the receipt goes to its address. */
async function findRecipientAccount(
  { db }: Context,
  { account_id, recipient }: WithdrawalRow,
): Promise<string | null> {
  const customer = account_id === null ? undefined : await findCustomer(db, account_id)
  return customer?.email === recipient ? account_id : null
}

/** Renders the receipt. What was typed is text, of which mail programs make no links. */
function renderReceipt({ config }: Pick<Context, 'config'>, row: WithdrawalRow): MailMessage {
  const brand = getBrandById(row.brand_id)
  const { text, link, care, render } = createBrandMail(config, brand, row.locale)
  const named = { ...row, products: getStatedProducts(row) }
  const file = getReceiptFileName(row)
  const late = row.ended_at
    ? `${text('mail.withdrawal-received.late', { date: createEndFormat(row.locale, brand.timeZone)(row.ended_at) })} `
    : ''
  const order =
    row.order_code === null
      ? {}
      : {
          action: text('mail.view-order'),
          address: link(`/orders/${encodeURIComponent(row.order_code)}`),
        }
  const mail = render({
    to: row.input.email,
    subject: text('mail.withdrawal-received.subject'),
    body: text('mail.withdrawal-received.text'),
    facts: listReceiptFacts(brand, named, preventAutoLinks),
    sections: [
      {
        title: text('mail.withdrawal-received.statement'),
        text: preventAutoLinks(row.statement),
        isQuote: true,
      },
      {
        title: text('mail.withdrawal-received.next'),
        text: late + text('mail.withdrawal-received.next.text'),
      },
    ],
    ...order,
    other: care,
    note: text('mail.withdrawal-received.note', { file }),
  })
  return { ...mail, attachments: [{ name: file, text: renderReceiptFile(brand, named) }] }
}
