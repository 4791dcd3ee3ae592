import type { Order, OrderedProduct } from '#contract/orders.ts'
import type { ReorderItem, ReorderStatus } from '#contract/reorders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { ProductFacts, ProductTitle } from '../product-facts.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { ShopLink } from '../shop-link.tsx'
import styles from './reorder-items.module.css'

/** The products of the order as they would be ordered again, and their sum. */
export function ReorderItems({
  order,
  status: { items, currency: reorderCurrency },
}: {
  order: Order
  status: ReorderStatus
}) {
  const { texts, text } = useTexts()
  const assortment = useAssortment()
  const currency = reorderCurrency ?? assortment.currency
  const changedCount = items.filter(item => item.state !== 'same').length
  const availableItems = items.filter(item => item.state !== 'gone')
  const date = instantDayLabel(texts, order.createdAt)
  return (
    <>
      <p>
        {availableItems.length === 0 && items.length > 0
          ? text('reorder.reason.gone')
          : `${changedCount > 0 ? text('reorder.changes', { count: changedCount, date }) : text('reorder.no-changes')} ${text('reorder.nothing-ordered')}`}
      </p>
      <ul className={styles.items}>
        {items.map(item => (
          <Item
            key={item.code}
            item={item}
            product={order.products.find(product => product.code === item.code)}
            currency={currency}
          />
        ))}
      </ul>
      {availableItems.length > 0 && currency && (
        <p className={classes('ui-line16 ui-between', styles.sum)}>
          <span>{text('reorder.sum', { count: availableItems.length, total: items.length })}</span>
          <strong className={styles.total}>
            {priceLabel(
              texts,
              availableItems.reduce((sum, item) => sum + (item.now ?? 0), 0),
              currency,
            )}
          </strong>
        </p>
      )}
    </>
  )
}

function Item({ item, product, currency }: ItemProps) {
  const isGone = item.state === 'gone'
  return (
    <li className={classes('ui-stack16 ui-ink', styles.item, isGone && styles.gone)}>
      <ProductPicture picture={product?.picture} className={styles.picture} />
      <div className="ui-narrow">
        <h3 className={styles.title}>{product ? <ProductTitle product={product} /> : item.code}</h3>
        {product && <ProductFacts product={product} />}
        {isGone && product && !item.changes.includes('article') && <ShopLink product={product} />}
      </div>
      <div className={styles.price}>
        {isGone ? <UnavailableChip item={item} /> : <Price item={item} currency={currency} />}
      </div>
    </li>
  )
}

function UnavailableChip({ item }: { item: ReorderItem }) {
  const { text } = useTexts()
  return (
    <Chip tone="critical" small>
      {text(item.changes.includes('photos') ? 'reorder.photos-deleted' : 'reorder.gone')}
    </Chip>
  )
}

/** The old price is struck through where it changed, always with words. */
function Price({ item: { was, now, changes }, currency }: Pick<ItemProps, 'item' | 'currency'>) {
  const { texts, text } = useTexts()
  if (now === undefined || !currency) return null
  const label = (amount: number) => priceLabel(texts, amount, currency)
  return (
    <>
      <p>
        {was !== undefined && was !== now && (
          <>
            <del className="ui-quiet">{label(was)}</del>
            <span aria-hidden> → </span>
          </>
        )}
        <strong>{label(now)}</strong>
      </p>
      {changes.length === 0 && <p className="ui-note">{text('reorder.same-price')}</p>}
      {changes.includes('price') && <p className="ui-small ui-warning">{text('reorder.new-price')}</p>}
      {changes.includes('photos') && <p className="ui-small ui-warning">{text('reorder.fewer-photos')}</p>}
    </>
  )
}

interface ItemProps {
  item: ReorderItem
  product: OrderedProduct | undefined
  currency: string | undefined
}
