import type { Context } from '../../context.ts'
import { getTranslator, toSupportedLocale } from '../../platform/i18n/translate.ts'
import { renderEmail } from '../../platform/mail/email-template.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { createRequestFacts } from '../../platform/mail/request-facts.ts'
import { createEmailLink, getBrandById, getShopLink, toEmailDesign } from '../brands/index.ts'
import { type Customer, findActiveCustomer } from '../customers/index.ts'
import { sendMail } from '../mails/index.ts'
import { findCallbacks, markMailed } from './store/callbacks.ts'

/**
 * Mails that the endpoint was disabled and why; not of the end of access, which has mails of its own. Sent once, except that a crash between the mail server's answer and
 * `mailed_at` sends it again.
 */
export async function sendEndpointDisabledEmail(ctx: Context, accountId: string): Promise<void> {
  const row = await findCallbacks(ctx.db, accountId)
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!row?.off_reason || row.off_reason === 'security' || row.mailed_at || !customer) return
  await sendMail(
    ctx,
    { accountId, kind: 'callbacks-off' },
    renderEndpointDisabled(ctx, row.off_reason, customer),
  )
  await markMailed(ctx.db, accountId, ctx.clock.now())
}

/** Renders the mail. It names only the host, because the rest of the address may contain a secret. */
function renderEndpointDisabled(
  { config }: Pick<Context, 'config'>,
  reason: 'failing' | 'gone',
  customer: Customer,
): MailMessage {
  const brand = getBrandById(customer.brand_id)
  const locale = toSupportedLocale(customer.locale)
  const text = getTranslator(locale)
  const host = URL.parse(customer.callback_url ?? '')?.host ?? ''
  return renderEmail(toEmailDesign(config, brand), {
    to: customer.email,
    lang: locale,
    subject: text('mail.callbacks-off.subject'),
    body: text(`mail.callbacks-off.${reason}`),
    facts: [
      ...createRequestFacts(text, { locale, timeZone: brand.timeZone, account: customer.email }),
      ...(host ? [[text('mail.callbacks-off.host'), host] as const] : []),
    ],
    action: text('mail.callbacks-off.action'),
    address: createEmailLink(config, brand, '/integration?tab=callbacks'),
    other: { action: text('app.contact-customer-care'), address: getShopLink(brand, 'contact') },
    note: text('mail.callbacks-off.note'),
    footer: text('mail.footer', { brand: brand.name }),
  })
}
