import type { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import type { Context } from '#server/context.ts'
import { handleEach, type JobRegistration } from '#server/platform/jobs/jobs.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { createBrandMail, getBrandById } from '../../brands/index.ts'
import { sendMail } from '../../mails/index.ts'
import { mailStatusJob, releaseInvoiceEmailJob } from '../job-kinds.ts'
import { type Customer, findActiveCustomer } from '../store/customers.ts'
import { releaseInvoiceEmail } from './details.ts'

export const businessJobs: readonly JobRegistration<Context>[] = [
  handleEach(releaseInvoiceEmailJob, (ctx, { accountId }) => releaseInvoiceEmail(ctx, accountId)),
  handleEach(mailStatusJob, (ctx, { accountId, status }) => sendStatusEmail(ctx, accountId, status)),
]

type DecidedStatus = (typeof DECIDED_STATUSES)[number]

/**
 * Mails that the account was activated or blocked, in the customer's language and the brand's design; sends no mail if the
 * status has changed since. A crash after the mail server's response sends it again.
 */
async function sendStatusEmail(ctx: Context, accountId: string, status: DecidedStatus): Promise<void> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (customer?.business_status !== status) return
  await sendMail(ctx, { accountId, kind: 'business-status' }, renderStatus(ctx, customer, status))
}

function renderStatus(
  { config }: Pick<Context, 'config'>,
  { brand_id, locale, email }: Customer,
  status: DecidedStatus,
): MailMessage {
  const brand = getBrandById(brand_id)
  const { text, link, care, requestFacts, render } = createBrandMail(config, brand, locale)
  const isActive = status === 'Active'
  return render({
    to: email,
    subject: text(isActive ? 'mail.business-active.subject' : 'mail.business-blocked.subject'),
    body: text(isActive ? 'mail.business-active.text' : 'mail.business-blocked.text'),
    facts: requestFacts({ account: email }),
    ...(isActive
      ? {
          action: text('mail.business-active.action'),
          address: link('/settings/b2b'),
          other: care,
        }
      : {
          ...care,
          other: {
            action: text('mail.business-blocked.action'),
            address: link('/orders'),
          },
        }),
    note: text(isActive ? 'mail.business-active.note' : 'mail.business-blocked.note'),
  })
}
