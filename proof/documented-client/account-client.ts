import type { z } from 'zod'
import type { Caller } from './caller.ts'
import { part, unlessMissing } from './caller.ts'
import type { Order } from './shapes.ts'
import * as shapes from './shapes.ts'

const ORDER_BATCH = 100
const DAY = 24 * 60 * 60 * 1000

export type Identity = { idpType: string; idpSub: string }
export type WidgetShare = {
  vendorId: string
  fromName: string
  personalMessage?: string
  toEmailAddress: string
}

/** Account area, section 7. */
export const accountCalls = (at: Caller) => {
  const auth = at('auth')
  const customers = at('customer')
  const orders = at('orders')
  const invoices = at('invoices')
  const projects = at('projects')
  const widgets = at('widgets')
  const origin = at('origin')
  const identity = ({ idpType, idpSub }: Identity) => `/v2/identities/${part(idpType)}/${part(idpSub)}`

  const orderPage = (Offset: number, Limit = ORDER_BATCH) =>
    orders.json(shapes.listOf('superOrders', shapes.order), '/v2/superorders/me', {
      query: { Offset, Limit, OrderState: 'notExpired' },
    })
  const graphql = async <T extends z.ZodType>(shape: T, query: string, variables?: object) => {
    const request = { method: 'POST', body: { query, variables } } as const
    return shape.parse((await at('merchandise').json(shapes.anyObject, '', request)).data)
  }
  const foundChannel = <T>(channel: T | null): T => {
    if (channel === null) throw new Error('Channel Not Found')
    return channel
  }

  return {
    requestAccountDeletion: (who: Identity, channel: string) =>
      auth.run(`${identity(who)}/deleteaccount`, { method: 'POST', body: { channel } }),
    confirmAccountDeletion: (who: Identity, token: string) =>
      auth.run(`${identity(who)}/deleteaccount/${part(token)}/actions/confirm`, { method: 'POST' }),
    requestEmailChange: (who: Identity, email: string, channel: string) =>
      auth.run(`${identity(who)}/emailchanges`, { method: 'POST', body: { email, channel } }),
    confirmEmailChange: (who: Identity, token: string) =>
      auth.run(`${identity(who)}/emailchanges/${part(token)}/actions/confirm`, { method: 'POST' }),
    confirmSubscription: (email: string, token: string) =>
      at('emailGateway').run(`/api/v1/Profiles/${part(email)}/subscription/confirm/${part(token)}`, {
        method: 'POST',
        token: false,
      }),

    /** Gives undefined when the account is deleted. */
    customer: async () => {
      const found = await unlessMissing(customers.json(shapes.customer, '/customers/me'), () => undefined)
      return found?.accountDeleted ? undefined : found
    },
    businessCustomer: () => customers.json(shapes.businessCustomer, '/customers/me'),
    updateCustomer: (body: object) => customers.run('/customers/me', { method: 'PUT', body }),
    patchFtp: (ftp: { callbackUrl: string; callbackFormat: string }) =>
      customers.run('/customers/me', { method: 'PATCH', body: { ftp } }),
    addresses: () => customers.json(shapes.listOf('addresses', shapes.address), '/customers/me/addresses'),
    createAddress: (body: object) => customers.run('/customers/me/addresses', { method: 'POST', body }),
    updateAddress: (id: string | number, body: object) =>
      customers.run(`/customers/me/addresses/${part(id)}`, { method: 'PUT', body }),
    deleteAddress: (id: string | number) =>
      customers.run(`/customers/me/addresses/${part(id)}`, { method: 'DELETE' }),

    allOrders: async () => {
      const all: Order[] = []
      for (;;) {
        const page = await orderPage(all.length)
        all.push(...page)
        if (page.length < ORDER_BATCH) return all
      }
    },
    order: (code: string) => orders.json(shapes.order, `/v1/superorders/${part(code)}`),
    ordersByAccount: (accountId: string, articleNames: string[], offset = 0, limit = 10) =>
      orders.json(shapes.listOf('orders', shapes.anyObject), `/orders/byAccount/${part(accountId)}`, {
        query: { articleNames: articleNames.join(','), offset, limit },
      }),
    orderById: (id: string) =>
      unlessMissing(orders.json(shapes.order, `/v1/Orders/${part(id)}`), () => {
        throw new Error('Order not found')
      }),
    updateDeliveryAddress: (code: string, body: object) =>
      orders.run(`/v1/superorders/${part(code)}/deliveryAddress`, { method: 'PUT', body }),
    deliveryDates: (orderId: string) =>
      unlessMissing(orders.json(shapes.anyObject, `/OrderDeliveryDates/${part(orderId)}`), () => undefined),
    reorderStatus: (code: string) => orders.json(shapes.anyObject, `/reorder/status/${part(code)}`),
    reorder: (OrderCode: string) =>
      orders.json(shapes.reorder, '/reorder-direct', { method: 'POST', query: { OrderCode } }),
    articleGroups: () => orders.json(shapes.listOf('articleGroups', shapes.anyObject), '/v1/ArticleGroup'),
    campaign: (name: string) => orders.json(shapes.anyObject, `/v1/Campaign/${part(name)}`),
    voucherOffer: async (optionCode: string) => {
      const call = at('voucher').json(shapes.anyObject, `/api/v1/campaigns/offers/${part(optionCode)}`)
      const offer = await unlessMissing(call, () => undefined)
      return { ...offer, isVoucherFound: offer !== undefined }
    },

    invoiceGroupFile: (id: string) => invoices.bytes(`/api/v1/InvoiceGroupFiles/me/${part(id)}`),
    historicalInvoices: () => invoices.json(shapes.historicalInvoices, '/api/v1/HistoricalInvoice/me'),
    historicalInvoice: (id: string | number, channel: string) =>
      invoices.bytes(`/api/v1/HistoricalInvoice/me/pdf/${part(id)}/${part(channel)}`),
    hasProductPdf: async (code: string) => {
      const query = { extendResponseCommand: 'none', extendResponseWithUrls: false }
      const { files } = await at('productPdf').json(shapes.product, `/v1/Products/${part(code)}`, { query })
      return files.some(({ purpose }) => purpose === 'product.pdf')
    },
    productPdf: (code: string) => at('unzipPdf').bytes(`/v1/pdf/me/${part(code)}`),
    mapPdfs: () => at('mapPdfs').json(shapes.listOf('pdfs', shapes.anyObject), '/v1/Pdfs/me'),

    projects: (accountId: string, skip = 0, limit = 10) =>
      projects.json(shapes.projectPage, `/api/v2/projects/${part(accountId)}`, { query: { skip, limit } }),
    deleteProject: (id: string | number) => projects.run(`/api/v2/project/${part(id)}`, { method: 'DELETE' }),

    widget: (code: string) => widgets.json(shapes.widget, `/v1/widget/${part(code)}`),
    widgets: (orderCodes: string[]) =>
      widgets.json(shapes.listOf('widgets', shapes.widget), '/v1/widget/all', {
        query: { orderCodes: orderCodes.join(',') },
      }),
    deleteWidget: (code: string) => widgets.run(`/v1/widget/${part(code)}`, { method: 'DELETE' }),
    saveWidget: (code: string, body: object) =>
      widgets.run(`/v1/widget/${part(code)}`, { method: 'POST', body }),
    shareWidget: (id: string, { toEmailAddress, ...share }: WidgetShare) =>
      widgets.run(`/v1/widget/${part(id)}/share`, {
        method: 'PUT',
        query: { ...share, toEmailAddress: Buffer.from(toEmailAddress).toString('base64') },
      }),
    galleryEntry: (id: string, channel: string) =>
      widgets.json(shapes.galleryEntry, `/v1/galleryentries/${part(id)}`, { query: { channel } }),
    createGalleryEntry: (body: object) =>
      widgets.json(shapes.galleryEntry, '/v1/galleryentries/', { method: 'POST', body }),
    updateGalleryEntry: (widgetId: string, channel: string, body: object) =>
      widgets.run(`/v1/galleryentries/${part(widgetId)}`, { method: 'PUT', query: { channel }, body }),
    deleteGalleryEntry: (id: string, channel: string) =>
      widgets.run(`/v1/galleryentries/${part(id)}`, { method: 'DELETE', query: { channel } }),
    categories: () => widgets.json(shapes.listOf('categories', shapes.anyObject), '/v1/categories'),
    blockedOrder: (id: string) => widgets.run(`/v1/blockedorders/${part(id)}`, { token: false }),

    /** An upload of the account, else of an anonymous visitor. */
    upload: (id: string, accountId: string) =>
      unlessMissing(
        at('uploads').json(shapes.anyObject, `/uploads/${part(id)}`, { query: { accountId } }),
        () => at('uploads').json(shapes.anyList, '/getanonymousuploads', { method: 'POST', body: [id] }),
      ),
    channels: async () => (await graphql(shapes.channels, channelsQuery)).channels,
    channelArticles: async (id: string | number) =>
      foundChannel((await graphql(shapes.channelArticles, articlesQuery, { id: String(id) })).channel),
    channelOptions: async (id: string | number) =>
      foundChannel((await graphql(shapes.channelOptions, optionsQuery, { id: String(id) })).channel),

    publicConfiguration: (host: string) =>
      at('publicConf').json(shapes.anyObject, `/${part(host)}`, { token: false }),
    configuration: () => origin.json(shapes.anyObject, '/config.json', { token: false }),
  }
}

const channelsQuery = '{ channels { ID Vendor { ID Locale } } }'
const articlesQuery = `query ($id: ID!) { channel(id: $id) {
  ID ShopUrl Currency Vendor { ID Locale }
  Articles { ID ArticleType Title PageHeight PageWidth Visible }
} }`
const optionsQuery = 'query ($id: ID!) { channel(id: $id) { Articles { ID Extras { Options { ID } } } } }'

/** Account area, section 4: the display of an internal status. */
export const displayStatus = {
  Received: 'AwaitingPayment',
  Confirmed: 'Ordered',
  ProductionStarted: 'InProduction',
  ProductionCompleted: 'InProduction',
  Dispatched: 'Sent',
  Cancelled: 'Cancelled',
} as const

/** Account area, sections 4 and 9: created within 30 days and, when dispatched, changed within 14. */
export const splitOrders = (orders: Order[], now: number) => {
  const within = (date: string, days: number) => now - Date.parse(date) <= days * DAY
  const isRecent = ({ createdAt, products }: Order) =>
    within(createdAt, 30) &&
    products.every(
      ({ status, paymentChangedDate }) =>
        status !== 'Dispatched' || !paymentChangedDate || within(paymentChangedDate, 14),
    )
  return { inProgress: orders.filter(isRecent), history: orders.filter(order => !isRecent(order)) }
}
