import type { Order } from '#contract/orders.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

const TITLES = 3

/** 'Photo book, 24 prints and a map poster'; of many products the first three and how many more. */
export function orderTitle(texts: Texts, { products, superOrderCode }: Order): string {
  if (products.length === 0) return texts.text('order.title', { code: superOrderCode })
  const titles = products.slice(0, TITLES).map(({ title }) => title)
  const rest = products.length - titles.length
  return listLabel(
    texts,
    rest > 0 ? [...titles, texts.text('orders.more-products', { count: rest })] : titles,
  )
}
