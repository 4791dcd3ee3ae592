import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { dayRangeLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { deliveryDatesQuery } from '../order-queries.ts'

/** 'Arriving 26–28 November', the first to the last day of all products; undefined while that is not known (AA-069). */
export function useDeliveryEstimate({ superOrderCode, hasDeliveryDates }: Order): string | undefined {
  const texts = useTexts()
  const { data } = useQuery({ ...deliveryDatesQuery(superOrderCode), enabled: hasDeliveryDates })
  if (!hasDeliveryDates || !data || data.length === 0) return undefined
  const from = data.map(date => date.from).sort()[0]!
  const to = data
    .map(date => date.to)
    .sort()
    .at(-1)!
  return texts.text('order.arriving', { dates: dayRangeLabel(texts, from, to) })
}
