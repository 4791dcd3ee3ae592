import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleX from 'lucide-react/icons/circle-x'
import Headset from 'lucide-react/icons/headset'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Undo2 from 'lucide-react/icons/undo-2'
import { useId, useState } from 'react'
import { findOrderMessage, type OrderMessageKind } from '#contract/order-message.ts'
import { isCancelling } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useSession } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useAddressDeadline } from '../address-change/address-deadline.ts'
import { usePendingCancellation } from '../cancellation/cancellation.ts'
import { CancelDialog, ChangeAddressDialog, TooLateDialog } from '../lazy-dialogs.ts'
import { getActionTarget } from '../order-links.ts'
import styles from './order-help.module.css'
import {
  explainAddress,
  explainCancel,
  explainReport,
  explainWithdraw,
  type Possibility,
} from './possibilities.ts'

/** Messages of an order that make customers look for help. */
const UNFOLDED_BY: readonly OrderMessageKind[] = ['hold-action', 'delayed', 'overdue', 'late']

/** 'Help with this order': what can be done now, and why the rest cannot. Open by itself while something is wrong. */
export function OrderHelp({ order }: { order: Order }) {
  const { text, timeZone } = useTexts()
  const contentId = useId()
  const [isChosenOpen, setChosenOpen] = useState<boolean>()
  const { kind } = findOrderMessage(order, { now: Date.now(), timeZone })
  const isOpen = isChosenOpen ?? UNFOLDED_BY.includes(kind)
  return (
    <section aria-labelledby="order-help" className={classes('ui-screen-only', styles.help)}>
      <h2>
        <button
          id="order-help"
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          className={classes('ui-row16 ui-between', styles.fold)}
          onClick={() => setChosenOpen(!isOpen)}
        >
          {text('order.help')}
          <Icon of={ChevronDown} />
        </button>
      </h2>
      <div id={contentId} hidden={!isOpen}>
        <OrderHelpRows order={order} />
      </div>
    </section>
  )
}

/** What can be done about an order: each possible, or grey with its reason. The time to do it ends while the page is open. */
function OrderHelpRows({ order }: { order: Order }) {
  const { texts, text } = useTexts()
  const session = useSession()
  const { contact } = useConfig().brand.addresses
  const [dialog, setDialog] = useState<'cancel' | 'address'>()
  const cancelDeadline = useAddressDeadline(texts, order.cancelUntil)
  const addressDeadline = useAddressDeadline(texts, order.addressChangeUntil)
  const pending = usePendingCancellation(order)
  const code = encodeURIComponent(order.superOrderCode)
  const close = () => setDialog(undefined)
  const isCustomerBusiness = session.status === 'signed-in' && isBusiness(session.claims)
  return (
    <>
      <ul>
        <HelpRow
          icon={CircleX}
          title={text(isCancelling(order) ? 'order.message.cancelling.heading' : 'order.cancel')}
          {...explainCancel(texts, order, cancelDeadline)}
          action={() => setDialog('cancel')}
        />
        <HelpRow
          icon={Pencil}
          title={text('order.address.change-title')}
          {...explainAddress(texts, order, { deadline: addressDeadline, now: Date.now() })}
          action={() => setDialog('address')}
        />
        <HelpRow
          icon={MessageCircle}
          title={text('order.help.report')}
          {...explainReport(texts, order, Date.now())}
          action={getActionTarget(order.superOrderCode, { kind: 'report' })}
        />
        {!isCustomerBusiness && (
          <HelpRow
            icon={Undo2}
            title={text('order.help.withdraw')}
            {...explainWithdraw(texts, order, Date.now())}
            action={`/withdraw?order=${code}`}
          />
        )}
        <HelpRow
          icon={Headset}
          title={text('app.contact-customer-care')}
          isPossible
          fact={text('order.help.quote', { code: order.superOrderCode })}
          action={contact}
        />
      </ul>
      {dialog === 'cancel' && <CancelDialog order={order} deadline={cancelDeadline} onClose={close} />}
      {dialog === 'address' && (
        <ChangeAddressDialog order={order} deadline={addressDeadline} onClose={close} />
      )}
      {dialog === undefined && pending.refusal && (
        <TooLateDialog order={order} refusal={pending.refusal} onClose={pending.dismiss} />
      )}
    </>
  )
}

/** A row of the help: a button or a link, or grey text with the reason why it is not possible. */
function HelpRow({ icon, title, fact, isPossible, action }: HelpRowProps) {
  const content = (
    <>
      <Icon of={icon} />
      <span className="ui-stack ui-fill ui-breaks">
        <span className={classes('ui-medium', styles.title)}>{title}</span>
        {fact && <span className="ui-note">{fact}</span>}
      </span>
      {isPossible && <Icon of={ChevronRight} />}
    </>
  )
  return (
    <li className="ui-ruled">
      {!isPossible && (
        <div className={classes('ui-row16 ui-ink', styles.row, 'ui-faint', styles.impossible)}>{content}</div>
      )}
      {isPossible && typeof action === 'string' && (
        <a href={action} rel="noreferrer" className={classes('ui-row16 ui-ink', styles.row)}>
          {content}
        </a>
      )}
      {isPossible && typeof action === 'object' && (
        <Link {...action} className={classes('ui-row16 ui-ink', styles.row)}>
          {content}
        </Link>
      )}
      {isPossible && typeof action === 'function' && (
        <button type="button" className={classes('ui-row16 ui-ink', styles.row)} onClick={action}>
          {content}
        </button>
      )}
    </li>
  )
}

interface HelpRowProps extends Possibility {
  icon: LucideIcon
  title: string
  /** A handler, a page of Keepsake, or the address of another one. */
  action: (() => void) | ReturnType<typeof getActionTarget> | string
}
