import type { RetailerAddress } from '#contract/delivery-address.ts'
import { type Article, articleTotal, findArticle, sizeOf, totalOf } from '../catalog.ts'
import type { PaymentChoice } from '../delivery-form.ts'
import type { Draft, DraftPhoto, DraftProduct } from '../drafts.ts'
import { sizeName } from '../pages/editor-page.ts'
import type { Page } from '../pages/page.ts'
import { articleName } from '../pages/product-page.ts'
import { failPayment, paymentOf } from './lifecycle.ts'
import { codeOf, newPaymentToken, newSync, type Order } from './order.ts'
import { issueVoucher } from './voucher.ts'
import { createWidget } from './widget.ts'

/** The parts of a draft that its order contains. */
export type OrderedDraft = Pick<
  Draft,
  'id' | 'visitor' | 'accountId' | 'channel' | 'libraryUrl' | 'product' | 'project'
> & {
  photos: Pick<DraftPhoto, 'id' | 'name' | 'size' | 'quantity'>[]
}

/**
 * Creates the order of a draft. If it is not paid at once, or the payment fails, it has address and deadline of the
 * payment.
 */
export function newOrder(
  page: Page,
  draft: OrderedDraft,
  { address, payment: choice }: { address: RetailerAddress; payment: PaymentChoice },
  { now, origin }: { now: Date; origin: string },
): Order {
  const code = codeOf(draft.id)
  const { product } = draft
  const article = findArticle(product?.article)
  const content = product && article ? productOf(page, draft, product, article) : printsOf(page, draft)
  const voucher =
    article?.kind === 'photo-book' ? issueVoucher(code, page.text('order.voucher'), now) : undefined
  const productName = page.text('kind.photo-book')
  const widget =
    product && article?.book
      ? createWidget({ orderCode: code, title: product.title, productName }, article.book, draft.photos, now)
      : undefined
  const products = content.products.map((each, index) => ({
    code: `${code}-${index + 1}`,
    history: [],
    ...(voucher && { voucher: voucher.code }),
    ...each,
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
    lines: content.lines,
    ...(content.lines.length === 0 && { photoIds: draft.photos.map(photo => photo.id) }),
    ...(voucher && { voucher }),
    ...(widget && { widget }),
    ...(draft.project && { project: draft.project }),
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
      source: content.source,
      products,
      parcels: [],
      deliveryAddress: product?.company ? { ...address, companyName: product.company } : address,
      total: { amount: content.total, currency: page.prices.currency },
      deliveryCost: content.shipping,
      ...(choice !== 'now' && paymentOf({ code, payment }, now, origin)),
    },
  }
  return choice === 'failing' ? failPayment(order, now, origin) : order
}

function printsOf(page: Page, draft: OrderedDraft) {
  const printed = draft.photos.filter(photo => photo.quantity > 0)
  return {
    source: `${page.brand.name} ${page.text('kind.prints')}`,
    lines: printed.map(({ id, name, size, quantity }) => ({ photoId: id, name, size, quantity })),
    products: [...Map.groupBy(printed, photo => photo.size)].map(([size, photos]) => ({
      article: size,
      title: page.text('order.product', { size: sizeName(sizeOf(size)) }),
      quantity: photos.reduce((sum, photo) => sum + photo.quantity, 0),
      price: totalOf(photos, page.prices).goods,
      photoId: photos[0]!.id,
      photoIds: photos.map(({ id }) => id),
    })),
    ...totalOf(printed, page.prices),
  }
}

function productOf(page: Page, draft: OrderedDraft, { title, quantity }: DraftProduct, article: Article) {
  const costs = articleTotal(article, quantity, page.prices)
  return {
    source: `${page.brand.name} ${page.text(`kind.${article.kind}`)}`,
    lines: [],
    products: [
      {
        article: article.code,
        title,
        description: articleName(page, article),
        quantity,
        price: costs.goods,
        photoId: draft.photos[0]!.id,
        photoIds: draft.photos.map(({ id }) => id),
      },
    ],
    ...costs,
  }
}
