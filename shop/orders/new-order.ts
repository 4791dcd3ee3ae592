import type { DeliveryAddress } from '#contract/delivery-address.ts'
import { currencyOf, sizeOf, totalOf } from '../catalog.ts'
import type { PaymentChoice } from '../delivery-form.ts'
import type { Draft } from '../drafts.ts'
import { sizeName } from '../pages/editor-page.ts'
import type { Page } from '../pages/page.ts'
import { failPayment, paymentOf } from './lifecycle.ts'
import { codeOf, newPaymentToken, newSync, type Order } from './order.ts'

/** The order of a draft. Paid later, or by a payment that fails, it says where and until when it can be paid. */
export function newOrder(
  page: Page,
  draft: Draft,
  { address, payment: choice }: { address: DeliveryAddress; payment: PaymentChoice },
  { now, origin }: { now: Date; origin: string },
): Order {
  const code = codeOf(draft.id)
  const currency = currencyOf(page.brand.country)
  const printed = draft.photos.filter(photo => photo.quantity > 0)
  const { shipping, total } = totalOf(printed, currency)
  const products = [...Map.groupBy(printed, photo => photo.size)].map(([size, photos], index) => ({
    code: `${code}-${index + 1}`,
    article: size,
    title: page.text('order.product', { size: sizeName(sizeOf(size)) }),
    quantity: photos.reduce((sum, photo) => sum + photo.quantity, 0),
    price: totalOf(photos, currency).goods,
    history: [],
    photoId: photos[0]!.id,
  }))
  const placedAt = now.toISOString()
  const payment = {
    state: choice === 'now' ? ('paid' as const) : ('awaited' as const),
    token: newPaymentToken(),
  }
  const order: Order = {
    code,
    visitor: draft.visitor,
    channel: draft.channel,
    libraryUrl: draft.libraryUrl,
    lines: printed.map(({ id, name, size, quantity }) => ({ photoId: id, name, size, quantity })),
    sync: newSync(),
    step: 'Received',
    stepAt: placedAt,
    held: false,
    payment,
    state: {
      version: 1,
      accountId: draft.accountId,
      createdAt: placedAt,
      status: 'Received',
      history: [{ status: 'Received', at: placedAt }],
      source: `${page.brand.name} prints`,
      products,
      parcels: [],
      deliveryAddress: address,
      total: { amount: total, currency },
      deliveryCost: shipping,
      ...(choice !== 'now' && paymentOf({ code, payment }, now, origin)),
    },
  }
  return choice === 'failing' ? failPayment(order, now, origin) : order
}
