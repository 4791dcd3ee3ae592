import { useQueryClient } from '@tanstack/react-query'
import Wallet from 'lucide-react/icons/wallet'
import { useId, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { calculateWithdrawalAmount } from '#contract/withdrawal-amount.ts'
import { createWithdrawal, WITHDRAWAL_REFUSALS } from '#contract/withdrawals.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { getProductName } from '../product-name.ts'
import { refreshOrder } from '../use-order-changes.ts'
import { StatementStep } from './statement-step.tsx'
import styles from './withdrawal-dialog.module.css'

/**
 * Withdraws from the contract for products of the order in two steps: the statement, then its check. What was entered
 * stays when the call fails.
 */
export function WithdrawalDialog({ order, productCode, onClose }: WithdrawalDialogProps) {
  const { texts, text } = useTexts()
  const formId = useId()
  const queries = useQueryClient()
  const claims = useClaims()
  const [withdrawalId, setWithdrawalId] = useState(() => crypto.randomUUID())
  const [productCodes, setProductCodes] = useState<readonly string[]>([productCode])
  const [isMissing, setMissing] = useState(false)
  const [sender, setSender] = useState({ name: getFullName(order), email: claims.email ?? '' })
  const [isChecking, setChecking] = useState(false)
  const { superOrderCode: orderCode } = order
  const confirm = () =>
    call(createWithdrawal, {
      body: { withdrawalId, orderCode, productCodes: [...productCodes], ...sender },
    })
  const onDone = () => {
    toasts.add({ subject: `withdrawal from ${orderCode}`, text: text('withdrawal.done'), place: 'top' })
    onClose()
    refreshOrder(queries, orderCode).catch(reportFailure)
  }
  const { pending, failed, error, start } = useOperation(confirm, onDone)

  const goBack = () => {
    // Another statement: if the first one arrived and only its answer was lost, the service says so with its reference.
    setWithdrawalId(crypto.randomUUID())
    setChecking(false)
  }

  return (
    <Dialog
      // A key for each step: its heading gets the focus.
      key={String(isChecking)}
      title={text(isChecking ? 'withdrawal.check' : 'withdrawal.link')}
      closeDisabled={pending}
      onClose={onClose}
      alert={
        isChecking
          ? failed && <AlertBanner kind="error">{getFailureText(texts, error)}</AlertBanner>
          : isMissing && <AlertBanner kind="error">{text('withdrawal.choose.missing')}</AlertBanner>
      }
      footer={
        isChecking ? (
          <>
            <Button disabled={pending} onClick={goBack}>
              {text('withdrawal.back')}
            </Button>
            <Button variant="primary" pending={pending} onClick={start}>
              {text('withdrawal.confirm')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{text('action.cancel')}</Button>
            <Button variant="primary" type="submit" form={formId}>
              {text('action.continue')}
            </Button>
          </>
        )
      }
    >
      {isChecking ? (
        <WithdrawalSummary order={order} productCodes={productCodes} {...sender} />
      ) : (
        <StatementStep
          order={order}
          formId={formId}
          productCodes={productCodes}
          sender={sender}
          onProductCodes={setProductCodes}
          onMissing={setMissing}
          onEntered={entered => {
            setSender(entered)
            setChecking(true)
          }}
        />
      )}
    </Dialog>
  )
}

interface WithdrawalDialogProps {
  order: Order
  /** The product beside whose button the dialog was opened. */
  productCode: string
  onClose: () => void
}

/** The customer's name as the order has it. */
const getFullName = ({ deliveryAddress }: Order): string =>
  deliveryAddress?.type === 'Home'
    ? [deliveryAddress.firstName, deliveryAddress.lastName].filter(Boolean).join(' ')
    : ''

function getFailureText({ text }: Texts, error: unknown): string {
  const { reason, reference = '' } = error instanceof HttpFailure ? error : {}
  const refusal = WITHDRAWAL_REFUSALS.find(each => each === reason)
  return refusal ? text(`withdrawal.refused.${refusal}`, { reference }) : text('withdrawal.failed')
}

/** What is stated, and what follows from it. */
function WithdrawalSummary({ order, productCodes, name, email }: WithdrawalSummaryProps) {
  const { texts, text } = useTexts()
  const assortment = useAssortment()
  const products = order.products.filter(({ code }) => productCodes.includes(code))
  const names = products.map(product =>
    [getProductName(product, assortment) ?? product.title, product.description].filter(Boolean).join(', '),
  )
  const currency = order.total?.currency ?? assortment.currency
  const amount = calculateWithdrawalAmount(order, productCodes)
  const date = orderDayLabel(texts, order.createdAt, 'day', { year: 'always' })
  const facts = [
    [text('mail.fact.name'), name],
    [text('mail.order'), text('withdrawal.order-of', { order: order.superOrderCode, date })],
    [text('withdrawal.fact.products'), names.join('\n')],
    [text('withdrawal.fact.recipient'), email],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([fact, value]) => (
          <div key={fact} className={styles.fact}>
            <dt className="ui-quiet">{fact}</dt>
            <dd className={classes('ui-strong', styles.value)}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes('ui-line12', styles.money)}>
        <Icon of={Wallet} />
        <div>
          <p className={classes('ui-strong ui-breaks', styles.title)}>
            {formatMoney(texts, amount, currency)}
          </p>
          {amount !== 0 && <p className="ui-note">{text('withdrawal.money.text')}</p>}
        </div>
      </div>
    </>
  )
}

function formatMoney(texts: Texts, amount: number | undefined, currency: string | undefined): string {
  if (amount === 0) return texts.text('withdrawal.money.unpaid')
  return amount !== undefined && currency
    ? texts.text('withdrawal.money', { amount: priceLabel(texts, amount, currency) })
    : texts.text('withdrawal.money.unknown')
}

interface WithdrawalSummaryProps {
  order: Order
  productCodes: readonly string[]
  name: string
  email: string
}
