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
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { type ButtonVariant, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PayButton } from '../details/pay-button.tsx'
import { getActionTarget } from '../order-links.ts'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { hasProducts } from '../reorder/use-reorder.ts'
import type { MessageAction } from './message-view.ts'

/** An action of an order's message. Its main action is filled, others are outlined. */
export function MessageButton({ order, action }: { order: Order; action: MessageAction }) {
  const { text } = useTexts()
  const { contact } = useConfig().brand.addresses
  const code = order.superOrderCode
  switch (action.kind) {
    case 'pay':
      return <PayButton href={action.href} total={order.total} />
    case 'reorder':
      return hasProducts(order) ? <ReorderButton order={order} variant="primary" /> : null
    case 'contact':
      return (
        <OutLink href={contact} icon={Headset} variant="line">
          {text('app.contact-customer-care')}
        </OutLink>
      )
    case 'answer':
      return (
        <OutLink href={action.href} icon={ExternalLink} variant="primary">
          {action.label}
        </OutLink>
      )
    case 'way':
      return (
        <OutLink href={action.href} icon={MapPin} variant="line">
          {action.label}
        </OutLink>
      )
    case 'label':
      return (
        <OutLink href={action.href} icon={Printer} variant="line">
          {action.label}
        </OutLink>
      )
    case 'track':
      return (
        <OutLink href={action.href} icon={Truck} variant="line">
          {text('order.message.track')}
        </OutLink>
      )
    case 'not-arrived':
      return (
        <InLink {...getActionTarget(code, action)} icon={MessageCircle} variant="primary">
          {text('order.message.late.not-arrived')}
        </InLink>
      )
    case 'report':
      return (
        <InLink {...getActionTarget(code, action)} icon={MessageCircle} variant="line">
          {text('order.message.delivered.report-action')}
        </InLink>
      )
    case 'answer-report':
      return (
        <InLink {...getActionTarget(code, action)} icon={MessageCircle} variant="primary">
          {text('order.message.complaint-question.action')}
        </InLink>
      )
    case 'new-order':
      return (
        <InLink {...getActionTarget(code, action)} variant="line">
          {text('order.message.complaint-decided.action')}
        </InLink>
      )
    case 'address':
      return (
        <InLink {...getActionTarget(code, action)} icon={Pencil} variant="primary">
          {text('order.address.change')}
        </InLink>
      )
  }
}

interface LinkProps {
  icon: LucideIcon
  variant: ButtonVariant
  children: ReactNode
}

type InLinkProps = ReturnType<typeof getActionTarget> & Omit<LinkProps, 'icon'> & { icon?: LucideIcon }

function OutLink({ href, icon, variant, children }: LinkProps & { href: string }) {
  return (
    <a href={href} rel="noreferrer" className={buttonClass(variant)}>
      <Icon of={icon} />
      {children}
    </a>
  )
}

function InLink({ icon, variant, children, ...target }: InLinkProps) {
  return (
    <Link {...target} className={buttonClass(variant)}>
      {icon && <Icon of={icon} />}
      {children}
    </Link>
  )
}
