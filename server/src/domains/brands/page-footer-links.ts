import type { Brand } from '#contract/brands.ts'
import { COOKIE_SETTINGS_PATH } from '#contract/pages.ts'
import type { Config } from '#server/platform/config/config.ts'
import { filterThirdParties, getThirdParties } from '#server/platform/config/third-parties.ts'
import { type FooterLink, listFooterLinks } from '#server/platform/i18n/footer-links.ts'
import { getTranslator } from '#server/platform/i18n/translate.ts'

/**
 * Lists the links at the end of a page that the server renders: the brand's, and the cookie settings where there is a
 * choice. These pages load nothing that needs consent, so the settings are a page of the web.
 */
export function listPageFooterLinks(config: Pick<Config, 'thirdParties'>, brand: Brand): FooterLink[] {
  const { consent } = filterThirdParties(getThirdParties(config, brand), brand.locale)
  const label = getTranslator(brand.locale)('consent.settings')
  return [...listFooterLinks(brand), ...(consent ? [{ label, address: COOKIE_SETTINGS_PATH }] : [])]
}
