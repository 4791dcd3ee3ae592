import type { RetailerAddress } from '#contract/delivery-address.ts'
import { PICTURES_MAX, type RetailerWidget } from '#contract/retailer-widgets.ts'
import { type Article, computeCosts, findArticle, isPersonalised } from '../catalog.ts'
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
import { nameArticle, type Page } from '../pages/page.ts'
import { createCancelEnd, createPayment, failPayment } from './lifecycle.ts'
import { describePayment, listVat } from './money.ts'
import { deriveOrderCode, generatePaymentToken, type Moment, type Order } from './order.ts'
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
  { now, origin }: Moment,
): Order {
  const code = deriveOrderCode(draft.id)
  const { visitor, accountId, channel, libraryUrl, project, product } = draft
  const { prices, text, brand } = page
  const article = findArticle(product?.article)
  const kind = article?.kind ?? 'prints'
  const lines = listPrints(draft).map(({ id, name, size, quantity }) => {
    return { photoId: id, name, size, quantity }
  })
  const { shipping, total } = computeCosts(lines, product, prices)
  const voucher = kind === 'photo-book' ? issueVoucher(code, text('order.voucher'), now) : undefined
  const placedAt = now.toISOString()
  const deliveryAddress = product?.company ? { ...address, companyName: product.company } : address
  const payment = {
    state: choice === 'now' ? ('paid' as const) : ('awaited' as const),
    token: generatePaymentToken(),
  }
  const order: Order = {
    ...{ code, visitor, channel, libraryUrl, lines, voucher, project, payment },
    photoIds: lines.length > 0 ? undefined : listShownPhotos(article, draft),
    widget: product && article ? createWidget(page, code, product, article, draft.photos, now) : undefined,
    step: 'Received',
    stepAt: placedAt,
    held: false,
    state: {
      version: 1,
      accountId,
      createdAt: placedAt,
      status: 'Received',
      history: [{ status: 'Received', at: placedAt }],
      source: `${brand.name} ${text(`kind.${kind}`)}`,
      products: createProducts(page, draft, lines).map((each, index) => ({
        code: `${code}-${index + 1}`,
        history: [],
        ...(voucher && { voucher: voucher.code }),
        withdrawable: !isPersonalised(each.article),
        withdrawalExclusion: isPersonalised(each.article) ? ('personalised' as const) : undefined,
        ...each,
      })),
      parcels: [],
      deliveryAddress,
      total: { amount: total, currency: prices.currency },
      vat: listVat(channel, total),
      ...(choice === 'now'
        ? { payment: describePayment(deliveryAddress, { paidAt: placedAt }) }
        : createPayment({ code, payment }, now, origin)),
      deliveryCost: shipping,
      cancelUntil: createCancelEnd(now),
    },
  }
  return choice === 'failing' ? failPayment(order, now, origin) : order
}

/** The photos of a product other than prints. */
const listShownPhotos = (article: Article | undefined, { photos }: OrderedDraft): string[] =>
  article ? selectPhotos(article, photos).map(({ id }) => id) : []

/** The prints of each size, and a product, with its photos if it is made of them. */
function createProducts(page: Page, draft: OrderedDraft, lines: Order['lines']) {
  const { product } = draft
  const { prices } = page
  const article = findArticle(product?.article)
  const prints = [...Map.groupBy(lines, ({ size }) => size)].map(([size, photos]) => ({
    article: size,
    // Prints have no title of their own: pages show the name that the visited channel gives them.
    title: size,
    quantity: photos.reduce((sum, { quantity }) => sum + quantity, 0),
    price: computeCosts(photos, undefined, prices).printsCost,
    photoId: photos[0]!.photoId,
    photoIds: photos.map(({ photoId }) => photoId),
  }))
  if (!product || !article) return prints
  const { title, quantity } = product
  const price = computeCosts([], product, prices).productCost
  const photoIds = listShownPhotos(article, draft)
  const shown = { description: nameArticle(page, article.code), photoId: photoIds[0]!, photoIds }
  const ordered = { article: article.code, title, quantity, price }
  return [...prints, { ...ordered, ...(isPersonalised(article.code) && shown) }]
}

/** Creates the digital version of a photo book: its cover, and its photos on as many pages as the book has. */
function createWidget(
  { text }: Page,
  orderCode: string,
  { title }: DraftProduct,
  { pages }: Article,
  photos: OrderedDraft['photos'],
  now: Date,
): RetailerWidget | undefined {
  if (!pages?.pageCount) return undefined
  return {
    version: 1,
    orderCode,
    title,
    productName: text('kind.photo-book'),
    createdAt: now.toISOString(),
    pageSize: { width: pages.pageWidth, height: pages.pageHeight },
    pages: layOutBook(photos, pages.pageCount).map(shown => ({
      // Its pages show fewer pictures than those of the largest books.
      pictures: shown.slice(0, PICTURES_MAX).map(({ id }) => ({ photoId: id })),
    })),
  }
}

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
      products: products.map((product, index) => ({
        ...product,
        voucher: undefined,
        voucherDetails: undefined,
        // That of the first order.
        paymentChangedDate: undefined,
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
