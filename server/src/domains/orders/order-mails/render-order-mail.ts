import type { Brand } from '#contract/brands.ts'
import type { Order } from '#contract/orders.ts'
import type { Context } from '../../../context.ts'
import { getTranslator, toSupportedLocale } from '../../../platform/i18n/translate.ts'
import { renderEmail } from '../../../platform/mail/email-template.ts'
import type { MailMessage } from '../../../platform/mail/mail.ts'
import { createEmailLink, getShopLink, toEmailDesign } from '../../brands/index.ts'
import type { Customer } from '../../customers/index.ts'
import { describeEvent } from './describe-event.ts'
import { createEventTexts } from './event-texts.ts'
import type { OrderEvent } from './order-events.ts'

/**
 * Renders the mail of an event in the customer's language and the brand's design: the order's code, a button to the order, never
 * to a page outside, and customer care.
 */
export function renderOrderMail(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  { customer, brand, order, event }: { customer: Customer; brand: Brand; order: Order; event: OrderEvent },
): MailMessage {
  const locale = toSupportedLocale(customer.locale)
  const text = getTranslator(locale)
  const reader = { locale, timeZone: brand.timeZone, now: clock.now().getTime() }
  const { subject, sentences, quote, action } = describeEvent(createEventTexts(text, reader, order), event)
  const code = order.superOrderCode
  return renderEmail(toEmailDesign(config, brand), {
    to: customer.email,
    lang: locale,
    subject,
    body: sentences.join(' '),
    quote,
    facts: [[text('mail.order'), code]],
    action: action ?? text('mail.view-order'),
    address: createEmailLink(config, brand, `/orders/${encodeURIComponent(code)}`),
    other: { action: text('app.contact-customer-care'), address: getShopLink(brand, 'contact') },
    note: text('mail.order-questions'),
    footer: text('mail.footer', { brand: brand.name }),
  })
}
