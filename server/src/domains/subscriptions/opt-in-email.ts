import type { Context } from '../../context.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { renderEmail } from '../../platform/mail/email-template.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { createRequestFacts } from '../../platform/mail/request-facts.ts'
import { createEmailLink, getBrandById, toEmailDesign } from '../brands/index.ts'
import { findCustomerByEmail } from '../customers/index.ts'
import { sendMail } from '../mails/index.ts'
import { findProfileByTicket, type ProfileRow } from './store.ts'
import { createOptInToken } from './subscription-token.ts'
import { createUnsubscribeUrl } from './unsubscribe-url.ts'

/** Mails the link of a ticket, unless the subscription was confirmed or withdrawn since. */
export async function sendOptIn(ctx: Context, ticket: string): Promise<void> {
  const profile = await findProfileByTicket(ctx.db, ticket)
  if (profile?.state !== 'requested') return
  const { vendor } = getBrandById(profile.brand_id)
  const customer = await findCustomerByEmail(ctx.db, { vendor, email: profile.email })
  const mail = { accountId: customer?.account_id ?? null, kind: 'subscription' } as const
  await sendMail(ctx, mail, renderOptInEmail(ctx, profile))
}

function renderOptInEmail(ctx: Context, profile: ProfileRow): MailMessage {
  const { email, locale, requested_at: requestedAt } = profile
  const brand = getBrandById(profile.brand_id)
  const text = getTranslator(locale)
  const query = new URLSearchParams({ email, 'confirmation-token': createOptInToken(ctx, profile.ticket) })
  return {
    ...renderEmail(toEmailDesign(ctx.config, brand), {
      to: email,
      lang: locale,
      subject: text('mail.subscription.subject'),
      body: text('mail.subscription.text', { brand: brand.name }),
      facts: [
        [text('sign-in.email'), email],
        ...createRequestFacts(text, { locale, timeZone: brand.timeZone, requestedAt }),
      ],
      action: text('mail.subscription.action'),
      address: createEmailLink(ctx.config, brand, `/subscription-confirmation?${query}`),
      note: text('mail.subscription.ignore'),
      footer: text('mail.footer', { brand: brand.name }),
    }),
    unsubscribeUrl: createUnsubscribeUrl(ctx, profile),
  }
}
