import type { Order } from '#contract/orders.ts'
import { type Assortment, useAssortment } from '#web/domains/merchandise/index.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { getProductName } from './product-name.ts'
import { Marked } from './search/marked.tsx'

/** 'Photo book, 24 prints and a map poster'; the order's code and a box while a name is not known yet. */
export function OrderTitle({ order }: { order: Order }) {
  const texts = useTexts()
  const title = formatOrderTitle(texts, order, useAssortment())
  if (title !== undefined) return <Marked text={title} />
  return (
    <>
      <Skeleton width={220} height={20} />
      <VisuallyHidden>{texts.text('order.title', { code: order.superOrderCode })}</VisuallyHidden>
    </>
  )
}

const MAX_TITLES = 3

/** Returns the first three products, and the number of further ones; undefined while a name is loading. */
function formatOrderTitle(
  texts: Texts,
  { products, superOrderCode }: Order,
  assortment: Assortment,
): string | undefined {
  if (products.length === 0) return texts.text('order.title', { code: superOrderCode })
  const names: string[] = []
  for (const product of products.slice(0, MAX_TITLES)) {
    const name = getProductName(product, assortment)
    if (name === undefined) return undefined
    names.push(name)
  }
  const remainingCount = products.length - names.length
  return listLabel(
    texts,
    remainingCount > 0 ? [...names, texts.text('orders.more-products', { count: remainingCount })] : names,
  )
}
