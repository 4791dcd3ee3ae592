import { useQuery } from '@tanstack/react-query'
import Calendar from 'lucide-react/icons/calendar'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { isPaymentOver } from '../order-links.ts'
import { campaignQuery } from '../order-queries.ts'
import { awaitsPayment, findOrderState, hasFailed } from '../order-status.ts'
import { listSteps } from '../order-steps.ts'
import { bold, Note } from './note.tsx'

/** Notes of an order: deadlines to pay and to order, or that the order failed. */
export function OrderNotes({ order }: { order: Order }) {
  if (hasFailed(order)) return <FailureNote order={order} />
  if (!awaitsPayment(order)) return null
  return (
    <>
      <PayByNote order={order} />
      {order.campaign && !isPaymentOver(order, Date.now()) && (
        <CutOffNote name={order.campaign} payBy={order.paymentExpiresAt} />
      )}
    </>
  )
}

function PayByNote({ order }: { order: Order }) {
  const texts = useTexts()
  const { paymentExpiresAt } = order
  if (!paymentExpiresAt) return null
  if (isPaymentOver(order, Date.now()))
    return (
      <Note icon={Clock} tone="warning">
        {texts.rich('order.pay-over', { b: bold })}
      </Note>
    )
  const date = instantLabel(texts, paymentExpiresAt, 'weekday-time')
  return (
    <Note icon={Clock} tone="warning">
      {texts.rich('order.pay-by', { b: bold, date })}
    </Note>
  )
}

/**
 * Until when to order, from the campaign that the brand names (AA-070); nothing once that is over, nor where the order has to
 * be paid before that anyway.
 */
function CutOffNote({ name, payBy }: { name: string; payBy: string | undefined }) {
  const texts = useTexts()
  const { data: campaign } = useQuery(campaignQuery(name))
  if (!campaign || Date.parse(campaign.orderBefore) <= Date.now()) return null
  if (payBy && Date.parse(payBy) <= Date.parse(campaign.orderBefore)) return null
  const date = instantLabel(texts, campaign.orderBefore, 'day')
  const { occasion } = campaign
  return (
    <Note icon={Calendar} tone="plain">
      {occasion
        ? texts.rich('order.cut-off-for', { b: bold, date, occasion })
        : texts.rich('order.cut-off', { b: bold, date })}
    </Note>
  )
}

function FailureNote({ order }: { order: Order }) {
  const texts = useTexts()
  const { addresses } = useConfig().brand
  const isCancelled = findOrderState(order.status) === 'cancelled'
  const at = listSteps(order).find(step => step.state === 'stopped')?.at
  const link = (content: ReactNode[]) => (
    <a href={addresses.contact} rel="noreferrer">
      {content}
    </a>
  )
  return (
    <Note icon={CircleX} tone="critical">
      {!isCancelled && texts.rich('order.failed', { b: bold })}
      {isCancelled && !at && texts.rich('order.cancelled', { b: bold })}
      {isCancelled && at && texts.rich('order.cancelled-on', { b: bold, date: instantDayLabel(texts, at) })}
      <br />
      {texts.rich('order.questions', { link })}
    </Note>
  )
}
