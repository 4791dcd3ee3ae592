import type { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import type { Context } from '#server/context.ts'
import { getTranslator, toSupportedLocale } from '#server/platform/i18n/translate.ts'
import { handleEach, type JobRegistration } from '#server/platform/jobs/jobs.ts'
import { renderEmail } from '#server/platform/mail/email-template.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { createRequestFacts } from '#server/platform/mail/request-facts.ts'
import { createEmailLink, getBrandById, getShopLink, toEmailDesign } from '../../brands/index.ts'
import { sendMail } from '../../mails/index.ts'
import { mailStatusJob } from '../job-kinds.ts'
import { type Customer, findActiveCustomer } from '../store/customers.ts'

export const businessJobs: readonly JobRegistration<Context>[] = [
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
  { brand_id, locale: customerLocale, email }: Customer,
  status: DecidedStatus,
): MailMessage {
  const brand = getBrandById(brand_id)
  const locale = toSupportedLocale(customerLocale)
  const text = getTranslator(locale)
  const care = { action: text('app.contact-customer-care'), address: getShopLink(brand, 'contact') }
  const isActive = status === 'Active'
  return renderEmail(toEmailDesign(config, brand), {
    to: email,
    lang: locale,
    subject: text(isActive ? 'mail.business-active.subject' : 'mail.business-blocked.subject'),
    body: text(isActive ? 'mail.business-active.text' : 'mail.business-blocked.text'),
    facts: createRequestFacts(text, { locale, timeZone: brand.timeZone, account: email }),
    ...(isActive
      ? {
          action: text('mail.business-active.action'),
          address: createEmailLink(config, brand, '/settings/b2b'),
          other: care,
        }
      : {
          ...care,
          other: {
            action: text('mail.business-blocked.action'),
            address: createEmailLink(config, brand, '/orders'),
          },
        }),
    note: text(isActive ? 'mail.business-active.note' : 'mail.business-blocked.note'),
    footer: text('mail.footer', { brand: brand.name }),
  })
}
