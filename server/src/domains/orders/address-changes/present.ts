import type { AddressChangeBlocker } from '#contract/address-change.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderBody } from '../tables.ts'
import { type BlockFacts, findAddressBlock, listChangeableProducts } from './address-blocks.ts'
import { type AddressChangeRow, isOpen } from './store.ts'

/**
 * Presents the delivery address of an order and whether it can be changed. An address that the order system has not
 * applied yet is shown with the type 'ChangeInProgress' (AA-072). `block`: what prevents changes of all orders of the
 * account.
 */
export function presentAddress(
  body: OrderBody,
  lastChange: AddressChangeRow | undefined,
  { block, ...facts }: { block: AddressChangeBlocker | undefined } & Pick<BlockFacts, 'cancellation' | 'now'>,
): Pick<Order, 'deliveryAddress' | 'addressChange'> {
  const hasOpenChange = lastChange !== undefined && isOpen(lastChange)
  return {
    deliveryAddress: hasOpenChange ? withType(lastChange.address, 'ChangeInProgress') : body.deliveryAddress,
    addressChange: {
      blockedBy: findAddressBlock(body, { hasOpenChange, ...facts }) ?? block,
      productCodes: listChangeableProducts(body),
      last: lastChange && {
        changeId: lastChange.change_id,
        state: lastChange.state,
        address: withType(lastChange.address, hasOpenChange ? 'ChangeInProgress' : 'Home'),
        previousAddress: lastChange.previous_address,
        refusal: lastChange.refusal ?? undefined,
      },
    },
  }
}

const withType = (address: AddressDetails, type: 'Home' | 'ChangeInProgress') => ({ type, ...address })
