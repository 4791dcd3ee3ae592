import { createSyncState, generatePaymentToken, type Order } from './order.ts'

/** Creates the order that prints products of another one again, free of charge. */
export function createReprint(
  order: Order,
  productCodes: readonly string[],
  { reprintCode: code, now }: { reprintCode: string; now: Date },
): Order {
  const at = now.toISOString()
  const { accountId, source, deliveryAddress, total } = order.state
  const products = order.state.products.filter(product => productCodes.includes(product.code))
  return {
    code,
    visitor: order.visitor,
    channel: order.channel,
    libraryUrl: order.libraryUrl,
    lines: order.lines,
    ...(order.photoIds && { photoIds: order.photoIds }),
    sync: createSyncState(),
    step: 'Confirmed',
    stepAt: at,
    held: false,
    payment: { state: 'paid', token: generatePaymentToken() },
    isInvoiced: true,
    state: {
      version: 1,
      accountId,
      createdAt: at,
      status: 'Confirmed',
      history: [{ status: 'Confirmed', at }],
      source,
      products: products.map(({ voucher: _voucher, voucherDetails: _details, ...product }, index) => ({
        ...product,
        code: `${code}-${index + 1}`,
        status: undefined,
        history: [],
        price: 0,
      })),
      parcels: [],
      deliveryAddress,
      total: total && { ...total, amount: 0 },
    },
  }
}
