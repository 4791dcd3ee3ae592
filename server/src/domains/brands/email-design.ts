import { getTheme } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { EmailDesign } from '#server/platform/mail/email-template.ts'
import { listEmailFooterLinks } from './email-link.ts'

/** Returns sender and design of the brand's mails. */
export function toEmailDesign(brand: Brand): EmailDesign {
  const { light, logo } = getTheme(brand)
  return {
    from: brand.mailSender,
    wordmark: logo.wordmark,
    accent: light.accent,
    onAccent: light.ink,
    link: light.text,
    footerLinks: listEmailFooterLinks(brand),
  }
}
