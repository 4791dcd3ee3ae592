import { getTheme } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { EmailDesign } from '#server/platform/mail/email-template.ts'
import { listEmailFooterLinks } from './email-link.ts'

/** Returns the brand's e-mail design, with the configured sender address. */
export function toEmailDesign(brand: Brand, address: string): EmailDesign {
  const { light, logo } = getTheme(brand)
  return {
    from: { name: brand.name, address },
    wordmark: logo.wordmark,
    accent: light.accent,
    onAccent: light.ink,
    link: light.text,
    footerLinks: listEmailFooterLinks(brand),
  }
}
