import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { customerQuery } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import styles from './unknown-order.module.css'

/** In place of an order that is unknown or another customer's: who is signed in, and three ways on (NX-116). */
export function UnknownOrder() {
  const { text } = useTexts()
  const { contact } = useConfig().brand.addresses
  const { data: customer } = useQuery(customerQuery)
  return (
    <EmptyState
      icon={Search}
      title={text('order.unknown.title')}
      text={
        <>
          {text('order.unknown.text')}
          {customer && <> {text('order.unknown.signed-in', { email: customer.email })}</>}
        </>
      }
      action={
        <div className={styles.actions}>
          <Link to={PATHS.orders} className={buttonClass('primary')}>
            {text('order.unknown.orders')}
          </Link>
          <Link to={PATHS.logout} className={buttonClass()}>
            {text('order.unknown.sign-in')}
          </Link>
          <a href={contact} rel="noreferrer" className={buttonClass('text')}>
            {text('app.contact-customer-care')}
          </a>
        </div>
      }
    />
  )
}
