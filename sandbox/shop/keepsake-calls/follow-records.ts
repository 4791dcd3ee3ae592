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
import type { KeepsakeClient } from '../keepsake-client.ts'
import type { Order } from '../orders/order.ts'
import { listProjectMessages } from '../projects/project-messages.ts'
import type { Message } from './push.ts'

/** Has Keepsake receive all that the shop stores, and its feeds. */
export function followRecords(
  { push, orders, projects, complaints, businessCustomers, now }: Shop,
  { invoices, feeds }: { invoices: Invoices; feeds: readonly Message[] },
): void {
  push.follow('order', orders, listOrderMessages)
  push.follow('invoices', orders, order => {
    issueInvoices(invoices, order, now())
    return listOrderInvoices(invoices, order.code).flatMap(({ number, body }) =>
      list(`invoice ${number}`, body, (keepsake, body) =>
        keepsake.call(putInvoice, { params: { number }, body }),
      ),
    )
  })
  push.follow('project', projects, project => listProjectMessages(project, projects, now))
  push.follow('complaint', complaints, ({ state }, complaintId) =>
    list(`complaint ${complaintId}`, state, (keepsake, body) =>
      keepsake.call(putRetailerComplaint, { params: { complaintId }, body }),
    ),
  )
  push.follow('customer', businessCustomers, ({ decision }, accountId) =>
    list(`customer ${accountId}`, decision, (keepsake, body) =>
      keepsake.call(putCustomerStatus, { params: { accountId }, body }),
    ),
  )
  push.follow('feeds', { find: () => feeds, onStored: listener => listener(feeds, 'all') }, () => feeds)
}

/** The message with a state; none without one. */
const list = <State extends { version: number }>(
  key: string,
  state: State | undefined,
  send: (keepsake: KeepsakeClient, state: State) => Promise<unknown>,
): Message[] => (state ? [{ key, version: state.version, send: keepsake => send(keepsake, state) }] : [])

/** The PDF of a poster exists once it is produced; the widget of a product is sent after the product itself. */
export function listOrderMessages(order: Order): Message[] {
  const { code, state, step, deliveryDates, voucher, widget, isCustomerErased } = order
  if (isCustomerErased) return []
  const { accountId, products } = state
  const [{ code: productCode, article }] = products as [(typeof products)[number]]
  const params = { code: productCode }
  const { kind, pages } = findArticle(article) ?? {}
  const producedAt = state.history.find(({ status }) => status === 'ProductionStarted')?.at
  const poster = kind === 'map-poster' && pages && producedAt ? { version: 1, pages, producedAt } : undefined
  return [
    ...list(`order ${code}`, state, (keepsake, body) => keepsake.call(putOrder, { params: { code }, body })),
    ...list(`dates ${code}`, deliveryDates, (keepsake, body) =>
      keepsake.call(putDeliveryDates, { params: { orderId: code }, body }),
    ),
    ...list(`voucher ${code}`, voucher, (keepsake, body) =>
      keepsake.call(putVoucher, { params, body: { ...body, accountId } }),
    ),
    ...list(`file ${code}`, poster, (keepsake, { version, pages, producedAt: createdAt }) =>
      keepsake.call(
        putProductFile,
        { params: { ...params, purpose: PRODUCT_PDF }, query: { version, accountId, createdAt } },
        new Blob([createBlankPdf(pages)], { type: 'application/pdf' }),
      ),
    ),
    ...list(`widget ${code}`, step === 'Dispatched' ? widget : undefined, (keepsake, body) =>
      keepsake.call(putWidget, { params, body: { ...body, accountId } }),
    ),
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
