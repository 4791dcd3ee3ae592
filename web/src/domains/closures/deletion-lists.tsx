import Archive from 'lucide-react/icons/archive'
import Trash2 from 'lucide-react/icons/trash-2'
import Truck from 'lucide-react/icons/truck'
import { type ReactNode, useId } from 'react'
import { getDeletionPreview, type OpenOrder } from '#contract/closures.ts'
import type { Answer } from '#contract/endpoint.ts'
import { statusLabel } from '#web/domains/orders/index.ts'
import { deadlineLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { callQuery } from '#web/platform/query/call-query.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import styles from './delete-account.module.css'

/** Lists of deleted data, kept data and, if there are any, orders in progress. */
export function DeletionLists({ preview }: { preview: DeletionPreview }) {
  const { texts, text } = useTexts()
  const { photos, archivePhotos, albums, projects, widgets, orders, invoices, openOrders } = preview
  return (
    <div className={classes('ui-stack ui-above24', styles.lists)}>
      <List icon={Trash2} title={text('delete-account.deleted')}>
        {photos > 0 && (
          <Item
            title={text('photos.count', { count: photos })}
            fact={text('delete-account.albums', { count: albums })}
          />
        )}
        {archivePhotos !== undefined && (
          <Item
            title={
              archivePhotos === null
                ? text('delete-account.archive.uncounted')
                : text('delete-account.archive', { count: archivePhotos })
            }
            fact={text('delete-account.archive.text')}
          />
        )}
        {projects > 0 && (
          <Item
            title={text('delete-account.projects', { count: projects })}
            fact={text('delete-account.projects.text')}
          />
        )}
        {widgets > 0 && (
          <Item
            title={text('delete-account.widgets', { count: widgets })}
            fact={text('delete-account.widgets.text')}
          />
        )}
        <Item title={text('delete-account.sign-in')} fact={text('delete-account.sign-in.text')} />
      </List>
      <List icon={Archive} title={text('delete-account.stays')}>
        {orders > 0 && (
          <Item
            title={text('delete-account.orders', { count: orders })}
            fact={text('delete-account.orders.text')}
          />
        )}
        {invoices > 0 && (
          <Item
            title={text('delete-account.invoices', { count: invoices })}
            fact={text('delete-account.orders.text')}
          />
        )}
        <Item title={text('delete-account.files')} fact={text('delete-account.files.text')} />
      </List>
      {openOrders.length > 0 && (
        <List icon={Truck} title={text('delete-account.in-progress')}>
          {openOrders.map(order => (
            <Item
              key={order.code}
              title={text('order.title', { code: order.code })}
              fact={formatOrderFact(texts, order)}
            />
          ))}
        </List>
      )}
    </div>
  )
}

/** What becomes of an order when the account is deleted. */
function formatOrderFact(texts: Texts, { status, matter, paymentExpiresAt }: OpenOrder): string {
  const { text } = texts
  const label = statusLabel(texts, status)
  if (matter === 'order') return text('delete-account.order.running', { status: label })
  if (matter !== 'payment') return text(`delete-account.order.${matter}`, { status: label })
  if (!paymentExpiresAt) return text('delete-account.order.unpaid', { status: label })
  const date = deadlineLabel(texts, paymentExpiresAt)
  return text('delete-account.order.unpaid-until', { status: label, date })
}

function List({ icon, title, children }: { icon: IconProps['of']; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes('ui-row8', styles.list)}>
        <Icon of={icon} />
        {title}
      </h2>
      <ul className={classes('ui-stack16', styles.items)}>{children}</ul>
    </section>
  )
}

function Item({ title, fact }: { title: string; fact: string }) {
  return (
    <li>
      <p className="ui-medium ui-breaks">{title}</p>
      <p className={classes('ui-note', styles.fact)}>{fact}</p>
    </li>
  )
}

export type DeletionPreview = Answer<typeof getDeletionPreview>

/** Preview of deleting the account: deleted and kept data. */
export const deletionPreviewQuery = callQuery(['closures', 'preview'], getDeletionPreview)
