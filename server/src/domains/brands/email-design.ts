import { getTheme } from '#brands/index.ts'
import type { Accent, Brand } from '#contract/brands.ts'
import type { EmailColours, EmailDesign } from '#server/platform/mail/email-template.ts'

/** Returns the brand's e-mail design, with the configured sender address. */
export function toEmailDesign(brand: Brand, address: string): EmailDesign {
  const { light, dark, logo } = getTheme(brand)
  return {
    from: { name: brand.name, address },
    wordmark: logo.wordmark,
    ...toEmailColours(light),
    dark: toEmailColours(dark),
  }
}

const toEmailColours = ({ accent, ink, text }: Pick<Accent, 'accent' | 'ink' | 'text'>): EmailColours => ({
  accent,
  onAccent: ink,
  link: text,
})
