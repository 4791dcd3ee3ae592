import type { RetailerAddress } from '#contract/delivery-address.ts'
import { PICTURES_MAX, type RetailerWidget, type WidgetPage } from '#contract/retailer-widgets.ts'
import { type Article, computeCosts, findArticle, getPrintSize, isPersonalised } from '../catalog.ts'
import type { Shop } from '../context.ts'
import type { PaymentChoice } from '../delivery-form.ts'
import {
  type Draft,
  type DraftPhoto,
  type DraftProduct,
  layOutBook,
  listPrints,
  selectPhotos,
} from '../drafts.ts'
import { formatSize } from '../pages/editor-page.ts'
import type { Page } from '../pages/page.ts'
import { formatArticleName } from '../pages/product-page.ts'
import { createCancelEnd, createPayment, failPayment } from './lifecycle.ts'
import { describePayment, listVat } from './money.ts'
import { deriveOrderCode, generatePaymentToken, type Order } from './order.ts'
import { issueVoucher } from './voucher.ts'

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
export function createOrder(
  page: Page,
  draft: OrderedDraft,
  { address, payment: choice }: { address: RetailerAddress; payment: PaymentChoice },
  { now, origin }: { now: Date; origin: string },
): Order {
  const code = deriveOrderCode(draft.id)
  const { product } = draft
  const article = findArticle(product?.article)
  const content = createContent(page, draft)
  const voucher =
    article?.kind === 'photo-book' ? issueVoucher(code, page.text('order.voucher'), now) : undefined
  const productName = page.text('kind.photo-book')
  const widget =
    product && article?.pages?.pageCount
      ? createWidget({ orderCode: code, title: product.title, productName }, article.pages, draft.photos, now)
      : undefined
  const products = content.products.map((each, index) => ({
    code: `${code}-${index + 1}`,
    history: [],
    ...(voucher && { voucher: voucher.code }),
    ...(isPersonalised(each.article)
      ? { withdrawable: false, withdrawalExclusion: 'personalised' as const }
      : { withdrawable: true }),
    ...each,
  }))
  const placedAt = now.toISOString()
  const payment = {
    state: choice === 'now' ? ('paid' as const) : ('awaited' as const),
    token: generatePaymentToken(),
  }
  const order: Order = {
    code,
    visitor: draft.visitor,
    channel: draft.channel,
    libraryUrl: draft.libraryUrl,
    lines: content.lines,
    ...(content.lines.length === 0 && { photoIds: content.photoIds }),
    ...(voucher && { voucher }),
    ...(widget && { widget }),
    ...(draft.project && { project: draft.project }),
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
      vat: listVat(draft.channel, content.total),
      ...(choice === 'now' && { payment: describePayment(draft.channel, { paidAt: placedAt }) }),
      deliveryCost: content.shipping,
      cancelUntil: createCancelEnd(now),
      ...(choice !== 'now' && createPayment({ code, payment }, now, origin)),
    },
  }
  return choice === 'failing' ? failPayment(order, now, origin) : order
}

/** What an order has of its draft: prints, and a product, whose photos it shows if it is made of them. */
function createContent(page: Page, draft: OrderedDraft) {
  const { product } = draft
  const { prices, text } = page
  const article = findArticle(product?.article)
  const prints = listPrints(draft)
  const { productCost, shipping, total } = computeCosts(prints, product, prices)
  const photoIds = article ? selectPhotos(article, draft.photos).map(({ id }) => id) : []
  return {
    source: `${page.brand.name} ${text(`kind.${article?.kind ?? 'prints'}`)}`,
    lines: prints.map(({ id, name, size, quantity }) => ({ photoId: id, name, size, quantity })),
    photoIds,
    products: [
      ...[...Map.groupBy(prints, photo => photo.size)].map(([size, photos]) => ({
        article: size,
        title: text('order.product', { size: formatSize(getPrintSize(size)) }),
        quantity: photos.reduce((sum, photo) => sum + photo.quantity, 0),
        price: computeCosts(photos, undefined, prices).printsCost,
        photoId: photos[0]!.id,
        photoIds: photos.map(({ id }) => id),
      })),
      ...(product && article
        ? [
            {
              article: article.code,
              title: product.title,
              quantity: product.quantity,
              price: productCost,
              ...(isPersonalised(article.code) && {
                description: formatArticleName(page, article),
                photoId: photoIds[0]!,
                photoIds,
              }),
            },
          ]
        : []),
    ],
    shipping,
    total,
  }
}

/** Creates the digital version of a photo book: its cover, and its photos on as many pages as the book has. */
function createWidget(
  { orderCode, title, productName }: { orderCode: string; productName: string } & Pick<DraftProduct, 'title'>,
  { pageWidth, pageHeight, pageCount = 0 }: NonNullable<Article['pages']>,
  photos: readonly Pick<DraftPhoto, 'id'>[],
  now: Date,
): RetailerWidget {
  return {
    version: 1,
    orderCode,
    title,
    productName,
    createdAt: now.toISOString(),
    pageSize: { width: pageWidth, height: pageHeight },
    pages: layOutBook(photos, pageCount).map(createPage),
  }
}

const createPage = (photos: readonly Pick<DraftPhoto, 'id'>[]): WidgetPage => ({
  // Its pages show fewer pictures than those of the largest books.
  pictures: photos.slice(0, PICTURES_MAX).map(({ id }) => ({ photoId: id })),
})

/**
 * Stores a new order, durable when it resolves, and waits a moment for Keepsake; an existing order with this code
 * stays as it is.
 */
export async function placeOrder(shop: Pick<Shop, 'orders' | 'push'>, order: Order): Promise<void> {
  shop.orders.upsert(order.code, before => before ?? order)
  await shop.push.sendSoon('order', order.code)
}

/** Creates the order that prints products of another one again, free of charge. */
export function createReprint(
  order: Order,
  productCodes: readonly string[],
  { reprintCode: code, now }: { reprintCode: string; now: Date },
): Order {
  const at = now.toISOString()
  const { visitor, channel, libraryUrl, lines, photoIds } = order
  const { accountId, source, deliveryAddress, total } = order.state
  const products = order.state.products.filter(product => productCodes.includes(product.code))
  return {
    ...{ code, visitor, channel, libraryUrl, lines, photoIds },
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
