import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect } from 'react'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import { createReorder, type ReorderItem, type ReorderStatus } from '#contract/reorders.ts'
import { ChannelShopLink, useAssortment } from '#web/domains/merchandise/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call } from '#web/platform/http/call.ts'
import { isConflict } from '#web/platform/http/http-failure.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { addCheckoutTicket } from '#web/platform/links/checkout-ticket.ts'
import { findShopAddress } from '#web/platform/links/shop-address.ts'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ProductFacts, ProductTitle } from '../product-facts.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { ShopLink } from '../shop-link.tsx'
import styles from './reorder-items.module.css'
import { showRefusal, useReorder } from './use-reorder.ts'

/** Differences from the old order, before the customer continues in the shop. */
export function ReorderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { texts, text } = useTexts()
  const { query, reason } = useReorder(order)
  const { data: status, isFetching, isError } = query
  const { brand } = useConfig()
  /** Creates the basket and navigates to the shop. */
  const continueInShop = async () => {
    try {
      const { ShopUrl } = await call(createReorder, { query: { OrderCode: order.superOrderCode } })
      const address = findShopAddress(ShopUrl, brand)
      if (address === undefined)
        throw new Error('The address of the basket is not one of a shop of the brand')
      // The page may stay in the back-forward cache: it is shown again on Back.
      addEventListener('pagehide', onClose, { once: true })
      location.assign(await addCheckoutTicket(address, brand))
    } catch (error) {
      if (!isConflict(error)) throw error
      // The order can no longer be ordered again.
      await query.refetch()
      return false
    }
    // Pending until the page is left.
    return new Promise<never>(() => {})
  }
  const { pending, failed, start } = useOperation(continueInShop, onClose)
  // The order turned out not to be possible any more.
  useEffect(() => {
    if (!reason) return
    showRefusal(texts, order, reason)
    onClose()
  }, [reason, texts, order, onClose])
  const failure = isError && !isFetching ? 'reorder.check-failed' : failed ? 'reorder.failed' : undefined
  const retry = isError ? () => void query.refetch() : start
  return (
    <Dialog
      title={text('reorder.title', { code: order.superOrderCode })}
      onClose={onClose}
      alert={failure && <LoadFailed retry={retry} id={failure} />}
      footer={
        <>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          {status?.reorderable && (
            <Button variant="primary" icon={ExternalLink} pending={pending} onClick={start}>
              {text('reorder.continue')}
            </Button>
          )}
          {isGone(status) && <ChannelShopLink className={buttonClass('primary')} />}
        </>
      }
    >
      {status && <ReorderItems order={order} status={status} />}
      {!status && isFetching && <Spinner />}
    </Dialog>
  )
}

const isGone = (status: ReorderStatus | undefined) => status?.reason === 'gone'

/** The products of the order as they would be ordered again, and their sum. */
function ReorderItems({
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
