import ShoppingBag from 'lucide-react/icons/shopping-bag'
import type { OrderedProduct } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { getProductName } from './product-name.ts'
import styles from './shop-link.module.css'

/** The link to the product's article in the shop, or a note that the shop no longer has it; nothing if unknown. */
export function ShopLink({ product }: { product: OrderedProduct }) {
  const { text } = useTexts()
  const assortment = useAssortment()
  const { article } = product
  if (assortment.isVisible(article) === false)
    return <span className={classes('ui-note', styles.gone)}>{text('merchandise.not-in-shop')}</span>
  const href = assortment.getShopLink(article)
  if (!href) return null
  const name = getProductName(product, assortment) ?? article
  return (
    <a
      href={href}
      rel="noreferrer"
      className={buttonClass('text', 'small')}
      aria-label={text('merchandise.view-in-shop.name', { name })}
    >
      <Icon of={ShoppingBag} />
      {text('merchandise.view-in-shop')}
    </a>
  )
}
