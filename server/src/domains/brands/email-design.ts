import { getTheme } from '#brands/index.ts'
import type { Accent, Brand } from '#contract/brands.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { EmailColours, EmailDesign } from '#server/platform/mail/email-template.ts'
import { listEmailFooterLinks } from './email-link.ts'

/** Returns sender and design of the brand's mails. */
export function toEmailDesign(config: Pick<Config, 'publicOrigin' | 'port'>, brand: Brand): EmailDesign {
  const { light, dark, logo } = getTheme(brand)
  return {
    from: brand.mailSender,
    wordmark: logo.wordmark,
    ...toEmailColours(light),
    dark: toEmailColours(dark),
    footerLinks: listEmailFooterLinks(config, brand),
  }
}

const toEmailColours = ({ accent, ink, text }: Pick<Accent, 'accent' | 'ink' | 'text'>): EmailColours => ({
  accent,
  onAccent: ink,
  link: text,
})
