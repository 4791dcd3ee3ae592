import { useQueryClient } from '@tanstack/react-query'
import Wallet from 'lucide-react/icons/wallet'
import { useState } from 'react'
import { CANCELLATION_REASONS, type CancellationReason } from '#contract/cancellation.ts'
import { cancelOrder } from '#contract/order-changes.ts'
import { summarizeMoney } from '#contract/order-money.ts'
import { wasCharged } from '#contract/order-payment.ts'
import type { Order } from '#contract/orders.ts'
import { namePaymentMethod } from '#locales/payment-method.ts'
import { call } from '#web/platform/http/call.ts'
import { isConflict } from '#web/platform/http/http-failure.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toasts } from '#web/ui/toasts.ts'
import type { AddressDeadline } from '../address-change/address-deadline.ts'
import { cacheOrders } from '../cached-orders.ts'
import { refreshOrder } from '../use-order-changes.ts'
import styles from './cancel-dialog.module.css'
import { findCancelBlock } from './cancellation.ts'
import { type CancelRefusal, TooLateDialog } from './too-late-dialog.tsx'

/**
 * Asks whether to cancel the order: what is cancelled, until when, and what comes back. A failure keeps the chosen reason;
 * one that comes too late says why.
 */
export function CancelDialog({ order, deadline, onClose }: CancelDialogProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const { superOrderCode: code } = order
  // Sent again after a failure it is the same cancellation.
  const [cancellationId] = useState(() => crypto.randomUUID())
  const [reason, setReason] = useState<CancellationReason | ''>('')
  const [refusal, setRefusal] = useState<CancelRefusal>()
  const cancel = async () => {
    const requestedAt = Date.now()
    const body = { cancellationId, ...(reason && { reason }) }
    try {
      const cancelledOrder = await call(cancelOrder, { params: { code }, body })
      cacheOrders(queries, [cancelledOrder], requestedAt, { isChange: true })
    } catch (error) {
      if (!isConflict(error)) throw error
      setRefusal((error.reason as CancelRefusal | undefined) ?? 'other')
      await refreshOrder(queries, code)
      return false
    }
    return toasts.add({ subject: `cancellation of ${code}`, text: text('order.cancel.sent'), place: 'top' })
  }
  const { pending, failed, start } = useOperation(cancel, onClose)
  const block =
    refusal ?? (pending ? undefined : findCancelBlock(order, { isInTime: deadline !== undefined }))
  if (block) return <TooLateDialog order={order} refusal={block} onClose={onClose} />
  return (
    <ConfirmDialog
      role="dialog"
      title={text('order.cancel.title', { code })}
      confirmLabel={text('order.cancel')}
      cancelLabel={text('order.cancel.keep')}
      danger
      pending={pending}
      onConfirm={start}
      onCancel={onClose}
      alert={failed && <AlertBanner kind="error">{text('order.cancel.failed')}</AlertBanner>}
    >
      <p>
        {text('order.cancel.what', { count: order.productCount })}{' '}
        {deadline &&
          (deadline.timeLeft
            ? text('order.cancel.until-left', { time: deadline.time, left: deadline.timeLeft })
            : text('order.cancel.until', { time: deadline.time }))}
      </p>
      <RefundNote order={order} />
      <SelectField
        name="reason"
        label={`${text('order.cancel.reason')} (${text('settings.optional')})`}
        hint={text('order.cancel.reason.hint')}
        options={[
          { id: '', label: text('order.cancel.reason.none') },
          ...CANCELLATION_REASONS.map(id => ({ id, label: text(`order.cancel.reason.${id}`) })),
        ]}
        value={reason}
        onChange={id => !pending && setReason(CANCELLATION_REASONS.find(each => each === id) ?? '')}
      />
    </ConfirmDialog>
  )
}

export interface CancelDialogProps {
  order: Order
  /** Undefined once the time to cancel is over. */
  deadline: AddressDeadline | undefined
  onClose: () => void
}

/** What comes back and where to. */
function RefundNote({ order }: { order: Order }) {
  const { texts, text } = useTexts()
  const { total, payment } = order
  const isCharged = wasCharged(order)
  const { owed, remains } = summarizeMoney(order, Date.now())
  const amount = total && owed + remains
  const method = payment && namePaymentMethod(text, payment)
  return (
    <div className={classes('ui-line12', styles.refund)}>
      <Icon of={Wallet} />
      <div>
        {isCharged === false && <p>{text('order.cancel.nothing-charged')}</p>}
        {isCharged === undefined && <p>{text('order.cancel.refund.later')}</p>}
        {isCharged && amount === 0 && <p>{text('withdrawal.money.unpaid')}</p>}
        {isCharged && amount !== 0 && (
          <>
            <p className="ui-strong">
              {amount
                ? text('order.cancel.refund', { amount: moneyLabel(texts, amount, total.currency) })
                : text('order.cancel.refund.later')}
            </p>
            <p className="ui-note">
              {method ? text('order.cancel.refund.to', { method }) : text('order.cancel.refund.days')}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
