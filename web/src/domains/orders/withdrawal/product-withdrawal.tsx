import Check from 'lucide-react/icons/check'
import Info from 'lucide-react/icons/info'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, useId, useState } from 'react'
import type { Timestamp } from '#contract/deadline.ts'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import type { Withdrawal } from '#contract/withdrawal.ts'
import { fullDayLabel, lastDayLabel, orderDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { useClock } from '#web/platform/operations/use-clock.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { WithdrawalDialog } from '../lazy-dialogs.ts'
import styles from './product-withdrawal.module.css'
import { findShownRule, getEnd } from './withdrawal-rule.ts'

/** The right to withdraw from the contract for a product, and the way to do it. Businesses have none. */
export function ProductWithdrawal({ order, product }: { order: Order; product: OrderedProduct }) {
  const { texts, text } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const isConsumer = !isBusiness(useClaims())
  const rule = isConsumer ? findShownRule(order, product, Date.now()) : undefined
  // Renders again when the period is over.
  useClock(() => rule?.kind === 'open' && rule.until !== undefined && Date.now() >= getEnd(rule.until))
  switch (rule?.kind) {
    case 'open':
      return (
        <div>
          <Line icon={Undo2}>
            {rule.lastDay === undefined
              ? text('withdrawal.product.before-delivery')
              : text('withdrawal.product.until', { date: fullDayLabel(texts, rule.lastDay) })}
          </Line>
          <Button variant="text" icon={Undo2} className={styles.button} onClick={() => setOpen(true)}>
            {text('withdrawal.here')}
          </Button>
          {isOpen && (
            <WithdrawalDialog order={order} productCode={product.code} onClose={() => setOpen(false)} />
          )}
        </div>
      )
    case 'excluded':
      return (
        <Disclosure
          icon={Info}
          question={text('withdrawal.product.why')}
          answer={text(`withdrawal.product.why.${rule.exclusion}`)}
        >
          {text(`withdrawal.product.excluded.${rule.exclusion}`)}
        </Disclosure>
      )
    case 'ended':
      return (
        <Line icon={Info}>
          {text('withdrawal.product.ended', { date: fullDayLabel(texts, rule.lastDay) })}
        </Line>
      )
    case 'withdrawn':
      return <Withdrawn withdrawal={rule.withdrawal} />
    default:
      return null
  }
}

/** What concerns legal periods always has its year. */
const fullDay = (texts: Texts, at: Timestamp) => orderDayLabel(texts, at, 'day', { year: 'always' })

function Withdrawn({ withdrawal }: { withdrawal: Withdrawal }) {
  const { texts, text } = useTexts()
  const label = withdrawal.state === 'confirmed' ? toSafeLink(withdrawal.labelUrl) : undefined
  const date = `${fullDay(texts, withdrawal.submittedAt)}, ${orderDayLabel(texts, withdrawal.submittedAt, 'time')}`
  return (
    <Line icon={withdrawal.state === 'rejected' ? Info : Check}>
      {text(withdrawal.isLate ? 'withdrawal.product.done-late' : 'withdrawal.product.done', { date })}{' '}
      {formatState(texts, withdrawal)}{' '}
      {label && (
        <a href={label} target="_blank" rel="noreferrer" className={styles.link}>
          {text('withdrawal.label')}
        </a>
      )}
    </Line>
  )
}

function formatState(texts: Texts, { state, reason, sendBackBy }: Withdrawal): string | undefined {
  const { text } = texts
  switch (state) {
    case 'confirmed':
      return sendBackBy && Date.parse(sendBackBy) > Date.now()
        ? text('withdrawal.product.confirmed', { date: lastDayLabel(texts, sendBackBy) })
        : undefined
    case 'returned':
      return text('withdrawal.product.returned')
    case 'refunded':
      return text('withdrawal.product.refunded')
    case 'rejected':
      return reason
        ? text('withdrawal.product.rejected', { reason })
        : text('withdrawal.product.rejected-without-reason')
    case 'received':
      return undefined
  }
}

function Line({ icon, children }: { icon: typeof Info; children: ReactNode }) {
  return (
    <p className={classes('ui-line8 ui-note', styles.line)}>
      <Icon of={icon} size={16} />
      <span>{children}</span>
    </p>
  )
}

/** A sentence whose reason is opened on demand. */
function Disclosure({ icon, question, answer, children }: DisclosureProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Line icon={icon}>
        {children}{' '}
        <button
          type="button"
          className={styles.link}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {question}
        </button>
      </Line>
      <p id={id} className={classes('ui-note', styles.answer)} hidden={!isOpen}>
        {answer}
      </p>
    </>
  )
}

interface DisclosureProps {
  icon: typeof Info
  question: string
  answer: string
  children: ReactNode
}
