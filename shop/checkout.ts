import type { FastifyInstance } from 'fastify'
import { HTML, pageOfChannel } from './brand-page.ts'
import { currencyOf, sizeOf, totalOf } from './catalog.ts'
import type { Shop } from './context.ts'
import { requireDraft, requireDraftForm } from './draft-access.ts'
import { draftProblem } from './draft-problem.ts'
import type { Draft } from './drafts.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { codeOf, newPaymentToken, newSync, type Order } from './orders/order.ts'
import { PageError } from './page-error.ts'
import {
  ADDRESS_FIELDS,
  type Address,
  type AddressField,
  type AddressProblem,
  deliveryPage,
} from './pages/delivery-page.ts'
import { editorPage, sizeName } from './pages/editor-page.ts'
import { orderPage } from './pages/order-page.ts'
import type { Page } from './pages/page.ts'
import { removeUnavailablePhotos } from './selection-photos.ts'
import { csrfTokenOf, visitorOf } from './visitor.ts'

/** The page waits this long for Keepsake's acknowledgement; the order is placed without it. */
const ACKNOWLEDGEMENT_WAIT_MS = 1500

/** Delivery address, placing the order, and the order's page. */
export function mountCheckout(app: FastifyInstance, shop: Shop): void {
  app.get('/prints/:id/delivery', async (request, reply) => {
    const { draft, page, visitor, ordered } = await requireDraft(shop, request)
    if (ordered) return reply.redirect(`/orders/${ordered}`, 303)
    if (draftProblem(page, draft)) return reply.redirect(`/prints/${draft.id}`, 303)
    return reply
      .type(HTML)
      .send(deliveryPage(page, { draft, csrfToken: csrfTokenOf(shop, draft.id, visitor) }))
  })

  app.post('/prints/:id/order', async (request, reply) => {
    const { draft, page, visitor, ordered, fields } = await requireDraftForm(shop, request)
    if (ordered) return reply.redirect(`/orders/${ordered}`, 303)
    const { address, problems } = addressIn(fields)
    const csrfToken = csrfTokenOf(shop, draft.id, visitor)
    if (Object.keys(problems).length > 0)
      return reply
        .code(400)
        .type(HTML)
        .send(deliveryPage(page, { draft, csrfToken, values: address, problems }))
    const removed = await removedPhotos(shop, draft)
    if (removed > 0) return reply.redirect(`/prints/${draft.id}?gone=${removed}`, 303)
    const alert = draftProblem(page, draft)
    if (alert)
      return reply
        .code(400)
        .type(HTML)
        .send(editorPage(page, { draft, csrfToken, pageNumber: 0, removed: 0, alert }))
    const order = orderOf(shop, page, draft, address)
    await shop.orders.add(order)
    // The order is durable now: a crash of the shop or of Keepsake only delays its acknowledgement.
    await Promise.race([shop.orderSync.send(order.code), delay(ACKNOWLEDGEMENT_WAIT_MS)])
    return reply.redirect(`/orders/${order.code}`, 303)
  })

  app.get<{ Params: { code: string } }>('/orders/:code', async (request, reply) => {
    const order = await shop.orders.find(request.params.code)
    // A foreign order and a missing one get the same response.
    if (!order || order.visitor !== visitorOf(request)) throw new PageError('missing')
    return reply.type(HTML).send(orderPage(pageOfChannel(shop, order.channel, order.libraryUrl), order))
  })
}

/** Number of photos removed because they are no longer in the library; 0 when Keepsake is unavailable. */
async function removedPhotos(shop: Shop, draft: Draft): Promise<number> {
  try {
    return await removeUnavailablePhotos(shop, draft)
  } catch (error) {
    if (error instanceof KeepsakeError) return 0
    throw error
  }
}

function orderOf(shop: Shop, page: Page, draft: Draft, address: Address): Order {
  const currency = currencyOf(page.brand.country)
  const printed = draft.photos.filter(photo => photo.quantity > 0)
  const { shipping, total } = totalOf(printed, currency)
  const code = codeOf(draft.id)
  const products = [...Map.groupBy(printed, photo => photo.size)].map(([size, photos], index) => ({
    code: `${code}-${index + 1}`,
    article: size,
    title: page.text('order.product', { size: sizeName(sizeOf(size)) }),
    quantity: photos.reduce((sum, photo) => sum + photo.quantity, 0),
    price: totalOf(photos, currency).goods,
    history: [],
    photoId: photos[0]!.id,
  }))
  const placedAt = shop.now().toISOString()
  return {
    code,
    visitor: draft.visitor,
    channel: draft.channel,
    libraryUrl: draft.libraryUrl,
    lines: printed.map(({ id, name, size, quantity }) => ({ photoId: id, name, size, quantity })),
    sync: newSync(),
    step: 'Received',
    stepAt: placedAt,
    held: false,
    payment: { state: 'paid', token: newPaymentToken() },
    state: {
      version: 1,
      accountId: draft.accountId,
      createdAt: placedAt,
      status: 'Received',
      history: [{ status: 'Received', at: placedAt }],
      source: `${page.brand.name} prints`,
      products,
      parcels: [],
      deliveryAddress: {
        type: 'Home',
        lastName: address.name,
        street: address.street,
        streetNumber: address.number,
        postalCode: address['postal-code'],
        city: address.city,
        countryCode: page.brand.country,
      },
      total: { amount: total, currency },
      deliveryCost: shipping,
    },
  }
}

function addressIn(fields: Record<string, unknown>) {
  const problems: Partial<Record<AddressField, AddressProblem>> = {}
  const address = {} as Address
  for (const field of ADDRESS_FIELDS) {
    const value = typeof fields[field] === 'string' ? fields[field].trim() : ''
    address[field] = value
    if (value === '') problems[field] = 'delivery.needed'
    else if (value.length > 200) problems[field] = 'delivery.too-long'
  }
  return { address, problems }
}

const delay = (milliseconds: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, milliseconds).unref()
  })
