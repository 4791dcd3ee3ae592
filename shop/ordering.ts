import type { FastifyInstance } from 'fastify'
import { HTML, pageOfChannel } from './brand-page.ts'
import { currencyOf, sizeOf, totalOf } from './catalog.ts'
import type { Shop } from './context.ts'
import type { Draft } from './drafts.ts'
import { KeepsakeFailure } from './keepsake.ts'
import { draftOf, formOf } from './one-draft.ts'
import { orderProblem } from './order-problem.ts'
import { codeOf, type Order } from './orders.ts'
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
import { Refusal } from './refusal.ts'
import { removeGone } from './selection.ts'
import { checkOf, visitorOf } from './visitor.ts'

/** Keepsake is usually told before the page answers; the order does not depend on it. */
const WAIT_FOR_KEEPSAKE_MS = 1500

/** The address, placing the order, and what was ordered. */
export function mountOrdering(app: FastifyInstance, shop: Shop): void {
  app.get('/prints/:id/delivery', async (request, reply) => {
    const { draft, page, visitor, ordered } = await draftOf(shop, request)
    if (ordered) return reply.redirect(`/orders/${ordered}`, 303)
    if (orderProblem(page, draft)) return reply.redirect(`/prints/${draft.id}`, 303)
    return reply.type(HTML).send(deliveryPage(page, { draft, check: checkOf(shop, draft.id, visitor) }))
  })

  app.post('/prints/:id/order', async (request, reply) => {
    const { draft, page, visitor, ordered, fields } = await formOf(shop, request)
    if (ordered) return reply.redirect(`/orders/${ordered}`, 303)
    const { address, problems } = addressIn(fields)
    const check = checkOf(shop, draft.id, visitor)
    if (Object.keys(problems).length > 0)
      return reply
        .code(400)
        .type(HTML)
        .send(deliveryPage(page, { draft, check, values: address, problems }))
    const gone = await goneSince(shop, draft)
    if (gone > 0) return reply.redirect(`/prints/${draft.id}?gone=${gone}`, 303)
    const alert = orderProblem(page, draft)
    if (alert)
      return reply
        .code(400)
        .type(HTML)
        .send(editorPage(page, { draft, check, pageNumber: 0, gone: 0, alert }))
    const order = orderOf(shop, page, draft, address)
    await shop.orders.place(order)
    // On the disk: from here on it is ordered, whatever happens to this process or to Keepsake.
    await Promise.race([shop.delivery.tell(order.code), pause(WAIT_FOR_KEEPSAKE_MS)])
    return reply.redirect(`/orders/${order.code}`, 303)
  })

  app.get<{ Params: { code: string } }>('/orders/:code', async (request, reply) => {
    const found = await shop.orders.find(request.params.code)
    // Somebody else's order looks like none.
    if (!found || found.order.visitor !== visitorOf(request)) throw new Refusal('missing')
    const page = pageOfChannel(shop, found.order.channel, found.order.libraryUrl)
    return reply.type(HTML).send(orderPage(page, found))
  })
}

/** Photos that left the library meanwhile. A library that does not answer now is no reason to refuse an order. */
async function goneSince(shop: Shop, draft: Draft): Promise<number> {
  try {
    return await removeGone(shop, draft)
  } catch (error) {
    if (error instanceof KeepsakeFailure) return 0
    throw error
  }
}

function orderOf(shop: Shop, page: Page, draft: Draft, address: Address): Order {
  const currency = currencyOf(page.brand.country)
  const printed = draft.photos.filter(photo => photo.quantity > 0)
  const { shipping, total } = totalOf(printed, currency)
  const products = [...Map.groupBy(printed, photo => photo.size)].map(([size, photos]) => ({
    code: size,
    name: page.text('order.product', { size: sizeName(sizeOf(size)) }),
    quantity: photos.reduce((sum, photo) => sum + photo.quantity, 0),
    status: 'paymentSuccess' as const,
  }))
  return {
    code: codeOf(draft.id),
    visitor: draft.visitor,
    channel: draft.channel,
    libraryUrl: draft.libraryUrl,
    lines: printed.map(({ id, name, size, quantity }) => ({ photoId: id, name, size, quantity })),
    shipping,
    total,
    tries: 0,
    sent: {
      accountId: draft.accountId,
      createdAt: shop.now().toISOString(),
      status: 'paymentSuccess',
      source: `${page.brand.name} prints`,
      products,
      deliveryAddress: {
        type: 'Home',
        name: address.name,
        street: address.street,
        houseNumber: address.number,
        postalCode: address['postal-code'],
        city: address.city,
        country: page.brand.country,
      },
      total: { amount: (total / 100).toFixed(2), currency },
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

const pause = (milliseconds: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, milliseconds).unref()
  })
