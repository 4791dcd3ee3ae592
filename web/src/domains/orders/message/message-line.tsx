import { Link } from '@tanstack/react-router'
import type { Order } from '#contract/orders.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { getActionTarget } from '../order-links.ts'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { hasProducts } from '../reorder/use-reorder.ts'
import styles from './message-line.module.css'
import type { MessageAction, MessageView } from './message-view.ts'

/** The line of an order's message on its card; none where its chip says all. */
export function MessageLine({ view: { line, tone } }: { view: MessageView }) {
  return line === undefined ? null : <span className={classes(styles.line, styles[tone])}>{line}</span>
}

/** The main action of an order's message beside other orders: its name has the order's code. */
export function MessageLink({ order, action }: { order: Order; action: MessageAction }) {
  const { text } = useTexts()
  const { contact } = useConfig().brand.addresses
  const code = order.superOrderCode
  if (action.kind === 'reorder') return hasProducts(order) ? <ReorderButton order={order} inList /> : null
  const label = getLabel()
  const props = {
    className: buttonClass(action.kind === 'pay' ? 'primary' : 'quiet'),
    'aria-label': `${label}, ${text('order.title', { code })}`,
  }
  switch (action.kind) {
    case 'not-arrived':
    case 'report':
    case 'answer-report':
    case 'new-order':
    case 'address':
      return (
        <Link {...props} {...getActionTarget(code, action)}>
          {label}
        </Link>
      )
    default:
      return (
        <a {...props} href={action.kind === 'contact' ? contact : action.href} rel="noreferrer">
          {label}
        </a>
      )
  }

  function getLabel(): string {
    switch (action.kind) {
      case 'answer':
      case 'way':
      case 'label':
        return action.label
      case 'pay':
        return text('orders.pay')
      case 'track':
        return text('orders.track')
      case 'not-arrived':
        return text('order.message.late.not-arrived')
      case 'report':
        return text('order.message.delivered.report-action')
      case 'answer-report':
        return text('order.message.complaint-question.action')
      case 'new-order':
        return text('order.message.complaint-decided.action')
      case 'address':
        return text('order.address.change')
      default:
        return text('app.contact-customer-care')
    }
  }
}
