import { getTheme } from '#brands/index.ts'
import type { Accent, Brand } from '#contract/brands.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type FooterLink, listFooterLinks } from '#server/platform/i18n/footer-links.ts'
import type { EmailLink } from '#server/platform/mail/email-link.ts'
import type { EmailColours, EmailDesign } from '#server/platform/mail/email-template.ts'
import { getBrandOrigin } from './brand-origin.ts'

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

/** Creates the link of a mail to a path of the brand's site, on the brand's canonical origin. */
export const createEmailLink = (
  config: Pick<Config, 'publicOrigin' | 'port'>,
  brand: Brand,
  path: `/${string}`,
): EmailLink => (getBrandOrigin(config, brand) + path) as EmailLink

/** Returns the link of a mail to a page of the brand's shop, from the brand's file. */
export const getShopLink = ({ addresses }: Brand, page: 'shop' | 'contact'): EmailLink =>
  addresses[page] as EmailLink

/** Lists the links at the end of every mail of the brand, from its file. */
const listEmailFooterLinks = (
  config: Pick<Config, 'publicOrigin' | 'port'>,
  brand: Brand,
): FooterLink<EmailLink>[] =>
  listFooterLinks<EmailLink>(brand, createEmailLink(config, brand, WITHDRAWAL_PATH))
