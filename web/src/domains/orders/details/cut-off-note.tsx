import { useQuery } from '@tanstack/react-query'
import Calendar from 'lucide-react/icons/calendar'
import { isPaymentOver } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { campaignQuery } from '../order-queries.ts'
import { awaitsPayment } from '../order-status.ts'
import { bold, Note } from './note.tsx'

/**
 * Until when to order, from the campaign that the brand names, on an order that awaits payment (AA-070); nothing once that is
 * over, nor where the order has to be paid before that anyway.
 */
export function CutOffNote({ order }: { order: Order }) {
  const { campaign, paymentExpiresAt } = order
  if (!campaign || !awaitsPayment(order) || isPaymentOver(order, Date.now())) return null
  return <CampaignNote name={campaign} payBy={paymentExpiresAt} />
}

function CampaignNote({ name, payBy }: { name: string; payBy: string | undefined }) {
  const texts = useTexts()
  const { data: campaign } = useQuery(campaignQuery(name))
  if (!campaign || Date.parse(campaign.orderBefore) <= Date.now()) return null
  if (payBy && Date.parse(payBy) <= Date.parse(campaign.orderBefore)) return null
  const date = orderDayLabel(texts, campaign.orderBefore)
  const { occasion } = campaign
  return (
    <Note icon={Calendar} tone="plain">
      {occasion
        ? texts.rich('order.cut-off-for', { b: bold, date, occasion })
        : texts.rich('order.cut-off', { b: bold, date })}
    </Note>
  )
}
