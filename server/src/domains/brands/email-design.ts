import { themeOf } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { EmailDesign } from '#server/platform/mail/email-template.ts'

/** Mails in the brand's look, sent from the configured address. */
export function emailDesign(brand: Brand, address: string): EmailDesign {
  const { light, logo } = themeOf(brand)
  return {
    from: { name: brand.name, address },
    wordmark: logo.wordmark,
    accent: light.accent,
    onAccent: light.ink,
    link: light.text,
  }
}
