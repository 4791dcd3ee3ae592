import RefreshCw from 'lucide-react/icons/refresh-cw'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import type { ReactNode } from 'react'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { haveDifferentStatuses } from '../order-status.ts'
import { OrderStatusChip, ReportChip } from '../order-status-chip.tsx'
import { ProductFacts, ProductTitle } from '../product-facts.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { ShopLink } from '../shop-link.tsx'
import { CopyCode } from '../vouchers/copy-code.tsx'
import { describeObstacle } from '../vouchers/voucher-obstacle.ts'
import { ProductWithdrawal } from '../withdrawal/product-withdrawal.tsx'
import sections from './order-section.module.css'
import styles from './products-section.module.css'
import { useRefreshVoucher, useVoucher } from './use-voucher.ts'
import voucherStyles from './voucher.module.css'

/** Products of the order, each with its status if the statuses differ, and with an open report. */
export function ProductsSection({ order, productLinks }: ProductsSectionProps) {
  const { text, number } = useTexts()
  const { products, productCount, total } = order
  const assortment = useAssortment()
  if (products.length === 0) return null
  const withStatus = haveDifferentStatuses(order)
  return (
    <section aria-labelledby="order-products">
      <h2 id="order-products" className={classes('ui-row8 ui-above24', sections.title)}>
        {text('order.products')}{' '}
        <span className={classes('ui-faint ui-small ui-plain', sections.count)}>{number(productCount)}</span>
      </h2>
      <ul className="ui-ruled">
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
  const { texts, text } = useTexts()
  const { code, price, status, picture, voucher } = product
  return (
    <li className={styles.product}>
      <ProductPicture picture={picture} className={styles.picture} />
      <div>
        <div className="ui-line16 ui-between">
          <h3 className={styles.title}>
            <ProductTitle product={product} />
          </h3>
          {price !== undefined && currency && <span>{priceLabel(texts, price, currency)}</span>}
        </div>
        <ProductFacts product={product} withQuantity />
        <p className={classes('ui-row ui-note ui-above8 ui-breaks ui-wrap', styles.code)}>
          {text('order.product', { code })}
          {withStatus && <OrderStatusChip status={status} />}
          <ReportChip order={order} productCode={code} />
        </p>
        <ProductWithdrawal order={order} product={product} />
      </div>
      {voucher && (
        <div className={styles.more}>
          <Voucher orderCode={order.superOrderCode} product={product} />
        </div>
      )}
      <div className={classes('ui-row ui-wrap', styles.links)}>
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

/**
 * The voucher that came with a product: what its offer says, its code to copy, and a button that refreshes its state.
 */
function Voucher({ orderCode, product }: { orderCode: string; product: OrderedProduct }) {
  const { texts, text } = useTexts()
  const voucher = useVoucher(orderCode, product)
  const { code, isVoucherFound, title, description, validUntil } = voucher
  const obstacle = isVoucherFound ? describeObstacle(texts, voucher) : text('order.voucher.not-found')
  const { refresh, isPending } = useRefreshVoucher(orderCode, product.code)
  return (
    <div className={classes('ui-row ui-above12', voucherStyles.voucher)}>
      <Icon of={TicketPercent} />
      <div className={classes('ui-fill', voucherStyles.text)}>
        <strong>{title ?? text('order.voucher')}</strong>
        {description && <p>{description}</p>}
        <p className="ui-quiet">
          <span className={classes('ui-breaks ui-medium', voucherStyles.code)}>{code}</span>
          {obstacle && <> · {obstacle}</>}
          {!obstacle && validUntil && (
            <> · {text('order.voucher.valid-until', { date: lastDayLabel(texts, validUntil) })}</>
          )}
        </p>
      </div>
      {!obstacle && <CopyCode code={code} />}
      <IconButton
        icon={RefreshCw}
        label={text('order.voucher.refresh', { code })}
        aria-busy={isPending || undefined}
        className={classes(isPending && voucherStyles.turning)}
        onClick={() => void refresh()}
      />
    </div>
  )
}
