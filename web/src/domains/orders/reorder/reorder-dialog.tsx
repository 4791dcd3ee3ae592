import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import { createReorder, type ReorderStatus } from '#contract/reorders.ts'
import { ChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call } from '#web/platform/http/call.ts'
import { isConflict } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { addCheckoutTicket } from '#web/platform/links/checkout-ticket.ts'
import { findShopAddress } from '#web/platform/links/shop-address.ts'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ReorderItems } from './reorder-items.tsx'
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
