import type { ReactNode } from 'react'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { haveDifferentStatuses } from '../order-status.ts'
import { OrderStatusChip, ReportChip } from '../order-status-chip.tsx'
import { ProductFacts, ProductTitle } from '../product-facts.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { ShopLink } from '../shop-link.tsx'
import { ProductWithdrawal } from '../withdrawal/product-withdrawal.tsx'
import sections from './order-section.module.css'
import styles from './products-section.module.css'
import { Voucher } from './voucher.tsx'

/** Products of the order (AA-065), each with its status if the statuses differ, and with an open report. */
export function ProductsSection({ order, productLinks }: ProductsSectionProps) {
  const { text, number } = useTexts()
  const { products, productCount, total } = order
  const assortment = useAssortment()
  if (products.length === 0) return null
  const withStatus = haveDifferentStatuses(order)
  return (
    <section aria-labelledby="order-products">
      <h2 id="order-products" className={sections.title}>
        {text('order.products')} <span className={sections.count}>{number(productCount)}</span>
      </h2>
      <ul className={sections.rows}>
        {products.map(product => (
          <Product
            key={product.code}
            order={order}
            product={product}
            currency={total?.currency ?? assortment.currency}
            withStatus={withStatus}
            links={productLinks?.(product, order)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Links of other domains to a product, such as to its digital version. */
export type ProductLinks = (product: OrderedProduct, order: Order) => ReactNode

interface ProductsSectionProps {
  order: Order
  productLinks?: ProductLinks | undefined
}

function Product({ order, product, currency, withStatus, links }: ProductProps) {
  const texts = useTexts()
  const { text } = texts
  const { code, price, status, picture, voucher } = product
  return (
    <li className={styles.product}>
      <ProductPicture picture={picture} className={styles.picture} />
      <div>
        <div className={styles.heading}>
          <h3 className={styles.title}>
            <ProductTitle product={product} />
          </h3>
          {price !== undefined && currency && <span>{priceLabel(texts, price, currency)}</span>}
        </div>
        <ProductFacts product={product} withQuantity />
        <p className={styles.code}>
          {text('order.product', { code })}
          {withStatus && <OrderStatusChip status={status} small />}
          <ReportChip order={order} productCode={code} />
        </p>
        <ProductWithdrawal order={order} product={product} />
      </div>
      {voucher && (
        <div className={styles.more}>
          <Voucher orderCode={order.superOrderCode} product={product} />
        </div>
      )}
      <div className={styles.links}>
        {links}
        <ShopLink product={product} />
      </div>
    </li>
  )
}

interface ProductProps {
  order: Order
  product: OrderedProduct
  currency: string | undefined
  withStatus: boolean
  links: ReactNode
}
