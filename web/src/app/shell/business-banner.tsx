import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import Clock from 'lucide-react/icons/clock'
import Info from 'lucide-react/icons/info'
import { customerQuery, useCustomerChanges } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './shell-banner.module.css'

/** The account status of a business customer; none while active, unknown or loading. */
export function BusinessBanner() {
  const { text } = useTexts()
  const { contact } = useConfig().brand.addresses
  const { data: customer } = useQuery(customerQuery)
  useCustomerChanges()
  switch (customer?.status) {
    case 'Default':
      return (
        <div className={classes('ui-column ui-screen-only', styles.place)}>
          <AlertBanner
            kind="warning"
            icon={Info}
            action={
              <Link to={SETTINGS} className={classes('ui-inline-row ui-medium', styles.link)}>
                {text('business.complete-details')}
              </Link>
            }
          >
            <strong>{text('business.missing-details')}</strong>
          </AlertBanner>
        </div>
      )
    case 'New':
      return (
        <div className={classes('ui-column ui-screen-only', styles.place)}>
          <AlertBanner kind="info" icon={Clock}>
            <strong className="ui-ink">{text('business.pending')}</strong>
          </AlertBanner>
        </div>
      )
    case 'Blocked':
      return (
        <div className={classes('ui-column ui-screen-only', styles.place)}>
          <AlertBanner
            kind="error"
            icon={Ban}
            action={
              <a href={contact} rel="noreferrer" className={classes('ui-inline-row ui-medium', styles.link)}>
                {text('app.customer-care')}
              </a>
            }
          >
            <strong>{text('business.blocked')}</strong>
          </AlertBanner>
        </div>
      )
    default:
      return null
  }
}

const SETTINGS: string = PATHS.businessSettings
