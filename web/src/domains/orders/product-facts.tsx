import type { OrderedProduct } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatArticle, getProductName, hasOwnTitle } from './product-name.ts'

/** Title of the product; a placeholder while the name of its article is loading. */
export function ProductTitle({ product }: { product: OrderedProduct }) {
  return getProductName(product, useAssortment()) ?? <Skeleton width={160} height={20} />
}

/** Its article, its description in the order, and its quantity; left out if all are empty. */
export function ProductFacts({ product, withQuantity = false }: ProductFactsProps) {
  const { text } = useTexts()
  const assortment = useAssortment()
  const { description, quantity } = product
  const facts = [
    formatArticle(product, assortment),
    description,
    withQuantity && quantity > 1 && text('order.quantity', { quantity }),
  ].filter(Boolean)
  // The order's description is shown until the article's name is known.
  const isWaiting = assortment.isPending && hasOwnTitle(product) && !description
  if (isWaiting)
    return (
      <p className="ui-note">
        <Skeleton width={180} height={20} />
      </p>
    )
  return facts.length > 0 ? <p className="ui-note">{facts.join(' · ')}</p> : null
}

interface ProductFactsProps {
  product: OrderedProduct
  withQuantity?: boolean
}
