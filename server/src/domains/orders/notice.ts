import { brands } from '#brands/index.ts'
import type { Order } from '#contract/orders.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { listShopOrigins, parseShopAddress } from '../brands/index.ts'

type RetailerNotice = RetailerOrder['notice']

/**
 * Throws a bad request if the address of a notice's action is at no shop of the vendor: the page would lead the customer
 * there.
 */
export function checkNoticeAction(
  { config }: Pick<Context, 'config'>,
  vendor: string,
  notice: RetailerNotice,
): void {
  const url = notice?.kind === 'hold' ? notice.action?.url : undefined
  if (url !== undefined && parseShopAddress(url, listVendorShopOrigins(config, vendor)) === undefined)
    throw new Failure('bad-request', 'The action of the notice is at no shop of the brand', {
      fields: { 'notice.action.url': 'not-valid' },
    })
}

/** Presents a notice; without its action if that is at no shop of the vendor any more. */
export function presentNotice(notice: RetailerNotice, shopOrigins: readonly string[]): Order['notice'] {
  if (notice?.kind !== 'hold' || !notice.action) return notice
  const { action, ...facts } = notice
  const url = parseShopAddress(action.url, shopOrigins)
  return url === undefined ? facts : { ...facts, action: { ...action, url } }
}

/** Lists the origins of the shops of all brands of a vendor. */
export const listVendorShopOrigins = (config: Context['config'], vendor: string): string[] => [
  ...new Set(
    brands.filter(brand => brand.vendor === vendor).flatMap(brand => listShopOrigins(config, brand)),
  ),
]
