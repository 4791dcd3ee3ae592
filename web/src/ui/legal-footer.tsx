import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { listStorefrontLinks } from '#web/platform/links/storefront-links.ts'
import { openConsentSettings } from '#web/platform/tracking/third-party-events.ts'
import { classes } from './classes.ts'
import styles from './legal-footer.module.css'

/**
 * The end of every page: the withdrawal from the contract, the links of the brand's footer menu, and the cookie settings
 * where there is a choice. Uses the brand of /config.json, so that the links are there when the menu cannot be loaded.
 * `centred`: for pages whose content is.
 */
export function LegalFooter({ centred = false }: { centred?: boolean }) {
  const { text } = useTexts()
  const { brand, thirdParties } = useConfig()
  const links = listStorefrontLinks(brand.menu, 'footer')
  return (
    <footer className={classes('ui-screen-only', styles.footer, centred ? styles.centred : 'ui-column')}>
      <nav aria-label={text('menu.legal')}>
        <a className={classes('ui-inline-row', styles.link)} href={WITHDRAWAL_PATH}>
          {text('withdrawal.link')}
        </a>
        {links.map(({ id, href, label, fallback }) => (
          <a key={id} className={classes('ui-inline-row', styles.link)} href={href} rel="noreferrer">
            {label ? text(label) : fallback}
          </a>
        ))}
        {thirdParties?.consent && (
          <button
            type="button"
            className={classes('ui-inline-row', styles.link)}
            onClick={openConsentSettings}
          >
            {text('consent.settings')}
          </button>
        )}
      </nav>
    </footer>
  )
}
