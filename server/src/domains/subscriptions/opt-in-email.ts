import type { Context } from '../../context.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { renderEmail } from '../../platform/mail/email-template.ts'
import { MailError, type MailMessage } from '../../platform/mail/mail.ts'
import { brandById, emailDesign, originOfBrand } from '../brands/index.ts'
import { findProfileByTicket, type ProfileRow } from './store.ts'
import { tokenOf } from './subscription-token.ts'
import { unsubscribeUrl } from './unsubscribe-url.ts'

/** Mails the link of a ticket, unless the subscription is confirmed or withdrawn by now. */
export async function sendOptIn(ctx: Context, ticket: string): Promise<void> {
  const profile = await findProfileByTicket(ctx.db, ticket)
  if (profile?.state !== 'requested') return
  try {
    await ctx.mail.send(optInEmail(ctx, profile))
  } catch (error) {
    if (!(error instanceof MailError) || !error.permanent) throw error
    ctx.log.warn({ err: error }, 'mail cannot be delivered')
  }
}

function optInEmail(ctx: Context, profile: ProfileRow): MailMessage {
  const { email, locale } = profile
  const brand = brandById(profile.brand_id)
  const text = getTranslator(locale)
  const query = new URLSearchParams({ email, 'confirmation-token': tokenOf(ctx, profile.ticket) })
  return {
    ...renderEmail(emailDesign(brand, ctx.config.mailFrom), {
      to: email,
      lang: locale,
      subject: text('mail.subscription.subject'),
      body: text('mail.subscription.text', { brand: brand.name }),
      action: text('mail.subscription.action'),
      address: `${originOfBrand(ctx.config, brand)}/subscription-confirmation?${query}`,
      note: text('mail.subscription.ignore'),
      footer: text('mail.footer', { brand: brand.name }),
    }),
    unsubscribeUrl: unsubscribeUrl(ctx, profile),
  }
}
