import { PRODUCT_PDF } from '#contract/product-files.ts'
import { putRetailerComplaint } from '#contract/retailer-complaints.ts'
import { putCustomerStatus } from '#contract/retailer-customers.ts'
import { putInvoice } from '#contract/retailer-invoices.ts'
import { putDeliveryDates, putOrder } from '#contract/retailer-orders.ts'
import { putProductFile } from '#contract/retailer-product-files.ts'
import { putVoucher } from '#contract/retailer-vouchers.ts'
import { putWidget } from '#contract/retailer-widgets.ts'
import { type Article, findArticle } from '../catalog.ts'
import type { Shop } from '../context.ts'
import { type Invoices, issueInvoices, listOrderInvoices } from '../invoices/compose-invoice.ts'
import type { Order } from '../orders/order.ts'
import { listProjectMessages } from '../projects/project-messages.ts'
import { createMessages, type Message } from './push.ts'

/** Has Keepsake receive all that the shop stores, and its feeds. */
export function followRecords(
  shop: Shop,
  { invoices, feeds }: { invoices: Invoices; feeds: readonly Message[] },
): void {
  const { push, orders, projects, complaints, businessCustomers, now } = shop
  push.follow('order', orders, listOrderMessages)
  push.follow('invoices', orders, order => {
    issueInvoices(invoices, order, now())
    return listOrderInvoices(invoices, order.code).flatMap(({ number, body }) =>
      createMessages(`invoice ${number}`, putInvoice, { number }, body),
    )
  })
  push.follow('project', projects, project => listProjectMessages(project, shop))
  push.follow('complaint', complaints, ({ state }, complaintId) =>
    createMessages(`complaint ${complaintId}`, putRetailerComplaint, { complaintId }, state),
  )
  push.follow('customer', businessCustomers, ({ decision }, accountId) =>
    createMessages(`customer ${accountId}`, putCustomerStatus, { accountId }, decision),
  )
  push.follow('feeds', { find: () => feeds, onStored: listener => listener(feeds, 'all') }, () => feeds)
}

/** The PDF of a poster exists once it is produced; the widget of a product is sent after the product itself. */
export function listOrderMessages(order: Order): Message[] {
  const { code, state, step, deliveryDates, voucher, widget, isCustomerErased } = order
  if (isCustomerErased) return []
  const { accountId, products } = state
  const [{ code: productCode, article }] = products as [(typeof products)[number]]
  const params = { code: productCode }
  const { kind, pages } = findArticle(article) ?? {}
  const producedAt = state.history.find(({ status }) => status === 'ProductionStarted')?.at
  const sendPoster = (paper: NonNullable<Article['pages']>, createdAt: string): Message['send'] => {
    const input = { params: { ...params, purpose: PRODUCT_PDF }, query: { version: 1, accountId, createdAt } }
    const pdf = new Blob([createBlankPdf(paper)], { type: 'application/pdf' })
    return keepsake => keepsake.call(putProductFile, input, pdf)
  }
  const isPoster = kind === 'map-poster' && pages && producedAt
  const sentWidget = step === 'Dispatched' ? widget : undefined
  return [
    ...createMessages(`order ${code}`, putOrder, { code }, state),
    ...createMessages(`dates ${code}`, putDeliveryDates, { orderId: code }, deliveryDates),
    ...createMessages(`voucher ${code}`, putVoucher, params, voucher && { ...voucher, accountId }),
    ...(isPoster ? [{ key: `file ${code}`, version: 1, send: sendPoster(pages, producedAt) }] : []),
    ...createMessages(`widget ${code}`, putWidget, params, sentWidget && { ...sentWidget, accountId }),
  ]
}

const POINTS_PER_MM = 72 / 25.4

/** Stands for what a printer gets: an empty page in the size of the paper, in millimetres. */
const createBlankPdf = ({ pageWidth, pageHeight }: NonNullable<Article['pages']>): string => `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth * POINTS_PER_MM} ${pageHeight * POINTS_PER_MM}]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`
