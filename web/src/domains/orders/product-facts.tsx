import type { OrderedProduct } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './product-facts.module.css'
import { articleLabel, hasOwnTitle, productName } from './product-name.ts'

/** Title of the product; a placeholder while the name of its article is loading. */
export function ProductTitle({ product }: { product: OrderedProduct }) {
  return productName(product, useAssortment()) ?? <Skeleton width={160} height={20} />
}

/** Its article, what was said of it when it was ordered, and how many; left out where there is nothing to say. */
export function ProductFacts({ product, withQuantity = false }: ProductFactsProps) {
  const { text } = useTexts()
  const assortment = useAssortment()
  const { description, quantity } = product
  const facts = [
    articleLabel(product, assortment),
    description,
    withQuantity && quantity > 1 && text('order.quantity', { quantity }),
  ].filter(Boolean)
  // The order's own words stand until the article's name is known.
  const isWaiting = assortment.isPending && hasOwnTitle(product) && !description
  if (isWaiting)
    return (
      <p className={styles.facts}>
        <Skeleton width={180} height={20} />
      </p>
    )
  return facts.length > 0 ? <p className={styles.facts}>{facts.join(' · ')}</p> : null
}

interface ProductFactsProps {
  product: OrderedProduct
  withQuantity?: boolean
}
