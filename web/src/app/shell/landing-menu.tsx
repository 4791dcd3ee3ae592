import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '#web/domains/customers/index.ts'
import { LatestOrderLink, useNewestOrders } from '#web/domains/orders/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { useAlbumsCount } from '#web/domains/shared-albums/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useSession } from '#web/platform/session/page-session.ts'
import styles from './landing-menu.module.css'
import { MenuList } from './menu-list.tsx'

/** '/' on mobile: the newest order and the menu as a page, the target of 'back to overview' links. */
export function LandingMenu() {
  const { text, number } = useTexts()
  const session = useSession()
  const name = useQuery(customerQuery).data?.firstName
  const orders = useNewestOrders()
  const { data: totals } = useQuery(libraryTotalsQuery())
  const albumsCount = useAlbumsCount()
  const notes = {
    orders: orders.inProgress ? text('overview.in-progress', { count: orders.inProgress }) : undefined,
    photos: totals && number(totals.photosCount),
    albums: albumsCount === undefined ? undefined : number(albumsCount),
  }
  return (
    <div className={styles.page} data-in-order>
      <h1 className={styles.title}>
        {name ? text('overview.greeting-name', { name }) : text('overview.greeting')}
      </h1>
      {session.status === 'signed-in' && <p className="ui-below16 ui-faint">{session.claims.email}</p>}
      <LatestOrderLink orders={orders} />
      <MenuList look="rows" label={text('overview.title')} notes={notes} />
    </div>
  )
}
