import { PRODUCT_PDF } from '#contract/product-files.ts'
import { putRetailerComplaint } from '#contract/retailer-complaints.ts'
import { putCustomerStatus } from '#contract/retailer-customers.ts'
import { putInvoice } from '#contract/retailer-invoices.ts'
import { putDeliveryDates, putOrder } from '#contract/retailer-orders.ts'
import { putProductFile } from '#contract/retailer-product-files.ts'
import { deleteRetailerProject, putProject } from '#contract/retailer-projects.ts'
import { putVoucher } from '#contract/retailer-vouchers.ts'
import { putWidget } from '#contract/retailer-widgets.ts'
import { findArticle } from '../catalog.ts'
import type { Shop } from '../context.ts'
import { type Invoices, issueInvoices, listOrderInvoices } from '../invoices/compose-invoice.ts'
import type { Order } from '../orders/order.ts'
import { sendPreview } from '../projects/preview.ts'
import type { Project, Projects } from '../projects/project.ts'
import type { Message, RecordKind } from './push.ts'

type Stores = Pick<Shop, 'orders' | 'projects' | 'complaints' | 'businessCustomers' | 'now'> & {
  invoices: Invoices
  feeds: Message[]
}

/** Lists the messages of a record of each kind, in their sequence. */
export const createRecords = ({
  orders,
  projects,
  complaints,
  businessCustomers,
  invoices,
  feeds,
  now,
}: Stores): Record<RecordKind, (id: string) => Message[]> => ({
  order(code) {
    const order = orders.find(code)
    return order && !order.isCustomerErased ? listOrderMessages(order) : []
  },
  invoices(code) {
    issueInvoices(invoices, orders.find(code)!, now())
    return listOrderInvoices(invoices, code).map(({ number, body }) => ({
      key: `invoice ${number}`,
      version: body.version,
      send: keepsake => keepsake.call(putInvoice, { params: { number }, body }),
    }))
  },
  project(id) {
    const project = projects.find(id)
    return project ? listProjectMessages(project, projects, now) : []
  },
  complaint(complaintId) {
    const state = complaints.find(complaintId)?.state
    if (!state) return []
    const send: Message['send'] = keepsake =>
      keepsake.call(putRetailerComplaint, { params: { complaintId }, body: state })
    return [{ key: `complaint ${complaintId}`, version: state.version, send }]
  },
  customer(accountId) {
    const decision = businessCustomers.find(accountId)?.decision
    if (!decision) return []
    const send: Message['send'] = keepsake =>
      keepsake.call(putCustomerStatus, { params: { accountId }, body: decision })
    return [{ key: `customer ${accountId}`, version: decision.version, send }]
  },
  feeds: () => feeds,
})

/** The PDF of a poster exists once it is produced; the widget of a product is sent after the product itself. */
export function listOrderMessages({ code, state, step, deliveryDates, voucher, widget }: Order): Message[] {
  const { accountId, products } = state
  const [{ code: productCode, article }] = products as [(typeof products)[number]]
  const params = { code: productCode }
  const poster = findArticle(article)?.poster
  const producedAt = state.history.find(({ status }) => status === 'ProductionStarted')?.at
  const list = (feed: string, version: number | undefined, send: Message['send']): Message[] =>
    version === undefined ? [] : [{ key: `${feed} ${code}`, version, send }]
  return [
    ...list('order', state.version, keepsake => keepsake.call(putOrder, { params: { code }, body: state })),
    ...list('dates', deliveryDates?.version, keepsake =>
      keepsake.call(putDeliveryDates, { params: { orderId: code }, body: deliveryDates! }),
    ),
    ...list('voucher', voucher?.version, keepsake =>
      keepsake.call(putVoucher, { params, body: { ...voucher!, accountId } }),
    ),
    ...list('file', poster && producedAt ? 1 : undefined, keepsake =>
      keepsake.call(
        putProductFile,
        {
          params: { ...params, purpose: PRODUCT_PDF },
          query: { version: 1, accountId, createdAt: producedAt! },
        },
        new Blob([createBlankPdf(poster!)], { type: 'application/pdf' }),
      ),
    ),
    ...list('widget', step === 'Dispatched' ? widget?.version : undefined, keepsake =>
      keepsake.call(putWidget, { params, body: { ...widget!, accountId } }),
    ),
  ]
}

const POINTS_PER_MM = 72 / 25.4

/** Stands for what a printer gets: an empty page in the size of the paper, in millimetres. */
const createBlankPdf = ({ width, height }: { width: number; height: number }): string => `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width * POINTS_PER_MM} ${height * POINTS_PER_MM}]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`

/** The preview is sent first, so that a page that learns of the project can show it; the project does not wait for it. */
function listProjectMessages(project: Project, projects: Projects, now: () => Date): Message[] {
  const { id, state, deletedAt } = project
  if (deletedAt !== undefined) {
    const send: Message['send'] = async keepsake => {
      await keepsake.call(deleteRetailerProject, { params: { id } })
      // The id is never used again.
      projects.remove(id)
    }
    return [{ key: `deletion ${id}`, version: deletedAt, send }]
  }
  return [
    {
      key: `preview ${id}`,
      version: state.previewId!,
      send: keepsake => sendPreview(keepsake, project, now()),
      isIndependent: true,
    },
    {
      key: `project ${id}`,
      version: state.version,
      send: keepsake => keepsake.call(putProject, { params: { id }, body: state }),
    },
  ]
}
