import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import type { ReactNode } from 'react'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { haveDifferentStatuses } from '../order-status.ts'
import { OrderStatusChip, ReportChip } from '../order-status-chip.tsx'
import { ProductFacts, ProductTitle } from '../product-facts.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { ShopLink } from '../shop-link.tsx'
import { ProductWithdrawal } from '../withdrawal/product-withdrawal.tsx'
import sections from './order-section.module.css'
import styles from './products-section.module.css'
import { type DisplayedVoucher, useRefreshVoucher, useVoucher } from './use-voucher.ts'
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
  const { text } = useTexts()
  const voucher = useVoucher(orderCode, product)
  const { code, title, description } = voucher
  const { isCopied, copy } = useCopy(code, {
    copied: text('order.voucher.copied'),
    failed: text('order.voucher.copy-failed'),
  })
  const { refresh, isPending } = useRefreshVoucher(orderCode, product.code)
  return (
    <div className={classes('ui-row ui-above12', voucherStyles.voucher)}>
      <Icon of={TicketPercent} />
      <div className={classes('ui-fill', voucherStyles.text)}>
        <strong>{title ?? text('order.voucher')}</strong>
        {description && <p>{description}</p>}
        <p className="ui-quiet">
          <span className={classes('ui-breaks ui-medium', voucherStyles.code)}>{code}</span>
          <VoucherState voucher={voucher} />
        </p>
      </div>
      {voucher.state === 'valid' && (
        <IconButton
          icon={isCopied ? Check : Copy}
          label={text('order.voucher.copy', { code })}
          onClick={() => void copy()}
        />
      )}
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

/** ' · valid until 31 January 2027', from when it is valid, or why the voucher cannot be used any more. */
function VoucherState({ voucher }: { voucher: DisplayedVoucher }) {
  const { state, validFrom, validUntil, redeemedAt } = voucher
  const { texts, text } = useTexts()
  const formatDate = (at: string) => ({ date: instantDayLabel(texts, at) })
  switch (state) {
    case 'not-found':
      return <> · {text('order.voucher.not-found')}</>
    case 'redeemed':
      return (
        <>
          {' · '}
          {redeemedAt
            ? text('order.voucher.redeemed-on', formatDate(redeemedAt))
            : text('order.voucher.redeemed')}
        </>
      )
    case 'upcoming':
      return <> · {text('order.voucher.valid-from', formatDate(validFrom!))}</>
    case 'expired':
      return <> · {text('order.voucher.expired-on', formatDate(validUntil!))}</>
    default:
      return validUntil ? <> · {text('order.voucher.valid-until', formatDate(validUntil))}</> : null
  }
}
