import { useId } from 'react'
import type { Order } from '#contract/orders.ts'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactText } from '#web/ui/contact-text.tsx'
import styles from './reorder-block.module.css'
import { ReorderButton } from './reorder-button.tsx'
import { isCancelled, useReorder } from './use-reorder.ts'

/**
 * 'Order again' at the foot of an order, and why that is not possible. Large screens have the button in the heading
 * unless the order was cancelled.
 */
export function ReorderBlock({ order }: { order: Order }) {
  const { text } = useTexts()
  const shop = useChannelShopLink()
  const { reason } = useReorder(order)
  const reasonId = useId()
  return (
    <div className={classes('ui-stack12 ui-above24 ui-screen-only', styles.block)}>
      <ReorderButton
        order={order}
        reasonId={reasonId}
        className={classes(styles.button, !isCancelled(order) && styles.onSmallScreens)}
      />
      {reason && (
        <p className="ui-note">
          <span id={reasonId}>
            <ContactText id={`reorder.reason.${reason}`} />
          </span>{' '}
          {reason !== 'blocked' && (
            <a href={shop} rel="noreferrer">
              {text('reorder.start-new')}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
