import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ExternalLink from 'lucide-react/icons/external-link'
import Headset from 'lucide-react/icons/headset'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { type ButtonVariant, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PayButton } from '../details/pay-button.tsx'
import { getActionTarget } from '../order-links.ts'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { hasProducts } from '../reorder/use-reorder.ts'
import type { MessageAction } from './message-view.ts'

/** An action of an order's message. Its main action is filled, others are outlined. */
export function MessageButton({ order, action }: ActionProps) {
  const { text } = useTexts()
  if (action.kind === 'pay') return <PayButton href={action.href} total={order.total} />
  if (action.kind === 'reorder')
    return hasProducts(order) ? <ReorderButton order={order} variant="primary" /> : null
  const { icon, variant, label } = LOOK_BY_KIND[action.kind]
  return (
    <ActionLink order={order} action={action} className={buttonClass(variant)}>
      {icon && <Icon of={icon} />}
      {'label' in action ? action.label : label && text(label)}
    </ActionLink>
  )
}

/** The main action of an order's message beside other orders: its name has the order's code. */
export function MessageLink({ order, action }: ActionProps) {
  const { text } = useTexts()
  if (action.kind === 'reorder') return hasProducts(order) ? <ReorderButton order={order} inList /> : null
  const { label, shortLabel = label } = LOOK_BY_KIND[action.kind]
  const name = 'label' in action ? action.label : shortLabel && text(shortLabel)
  return (
    <ActionLink
      order={order}
      action={action}
      className={buttonClass(action.kind === 'pay' ? 'primary' : 'quiet')}
      aria-label={`${name}, ${text('order.title', { code: order.superOrderCode })}`}
    >
      {name}
    </ActionLink>
  )
}

interface ActionProps {
  order: Order
  action: MessageAction
}

type LinkedAction = Exclude<MessageAction, { kind: 'reorder' }>

interface ActionLook {
  icon?: LucideIcon
  variant: ButtonVariant
  /** Absent where the retailer sends it with the action. */
  label?: MessageId
  /** Beside other orders, where it differs. */
  shortLabel?: MessageId
}

const LOOK_BY_KIND: Record<LinkedAction['kind'], ActionLook> = {
  pay: { variant: 'primary', label: 'orders.pay' },
  contact: { icon: Headset, variant: 'line', label: 'app.contact-customer-care' },
  answer: { icon: ExternalLink, variant: 'primary' },
  way: { icon: MapPin, variant: 'line' },
  label: { icon: Printer, variant: 'line' },
  track: { icon: Truck, variant: 'line', label: 'order.message.track', shortLabel: 'orders.track' },
  'not-arrived': { icon: MessageCircle, variant: 'primary', label: 'order.message.late.not-arrived' },
  report: { icon: MessageCircle, variant: 'line', label: 'order.help.report' },
  'answer-report': {
    icon: MessageCircle,
    variant: 'primary',
    label: 'order.message.complaint-question.action',
  },
  'new-order': { variant: 'line', label: 'order.message.complaint-decided.action' },
  address: { icon: Pencil, variant: 'primary', label: 'order.address.change' },
}

interface ActionLinkProps {
  order: Order
  action: LinkedAction
  className: string
  'aria-label'?: string
  children: ReactNode
}

function ActionLink({ order, action, ...props }: ActionLinkProps) {
  const { contact } = useConfig().brand.addresses
  if (action.kind === 'contact') return <a {...props} href={contact} rel="noreferrer" />
  if ('href' in action) return <a {...props} href={action.href} rel="noreferrer" />
  return <Link {...props} {...getActionTarget(order.superOrderCode, action)} />
}
