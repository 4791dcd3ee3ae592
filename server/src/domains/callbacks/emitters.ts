import type { CallbackData } from '#contract/callback-payload.ts'
import { SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { Context, Tx } from '../../context.ts'
import { getBrandById, getBrandOrigin } from '../brands/index.ts'
import type { Customer } from '../customers/index.ts'
import { listInvoices } from '../invoices/index.ts'
import { findOrderStatus, findProductOrder } from '../orders/index.ts'
import { emitEvent } from './emit-event.ts'

/** Emits the event of a changed order in the same transaction. */
export const onOrderChanged = (
  ctx: Context,
  tx: Tx,
  { accountId, code }: { accountId: string; code: string },
): Promise<void> =>
  emitEvent(ctx, tx, {
    accountId,
    type: 'order.changed',
    about: code,
    createData: customer => createOrderData(ctx, tx, customer, code),
  })

/** Returns the payload's fields of an order as it is now; undefined for one that does not exist any more. */
export async function createOrderData(
  ctx: Context,
  tx: Tx,
  customer: Customer,
  code: string,
): Promise<CallbackData<'order.changed'> | undefined> {
  const order = await findOrderStatus(tx.db, customer.account_id, code)
  return (
    order && {
      orderCode: code,
      channel: getBrandById(customer.brand_id).channel,
      ...order,
      url: createUrl(ctx, customer, 'orders', ['v1', 'superorders', code]),
    }
  )
}

/** Emits the event of an invoice whose PDF can be read. */
export const onInvoiceReady = (
  ctx: Context,
  tx: Tx,
  { accountId, invoiceId, number }: { accountId: string; invoiceId: string; number: string },
): Promise<void> =>
  emitEvent(ctx, tx, {
    accountId,
    type: 'invoice.ready',
    about: number,
    createData: customer => createInvoiceData(ctx, tx, customer, invoiceId),
  })

/** Returns the payload's fields of an invoice; undefined for one that does not exist any more. */
export async function createInvoiceData(
  ctx: Context,
  tx: Tx,
  customer: Customer,
  invoiceId: string,
): Promise<CallbackData<'invoice.ready'> | undefined> {
  const [invoice] = await listInvoices(tx.db, customer.account_id, invoiceId)
  if (!invoice) return undefined
  const { channel, kind, number, orders, group_id, version } = invoice
  const path =
    group_id === null
      ? ['api', 'v1', 'HistoricalInvoice', 'me', 'pdf', invoiceId, channel]
      : ['api', 'v1', 'InvoiceGroupFiles', 'me', group_id]
  return {
    invoiceId,
    invoiceNumber: number,
    channel,
    kind,
    orderCodes: orders,
    version,
    url: createUrl(ctx, customer, 'invoices', path),
  }
}

/** Emits the event of a printable PDF that has arrived; other files of a product have no address. */
export async function onProductFileStored(
  ctx: Context,
  tx: Tx,
  {
    accountId,
    productCode,
    purpose,
    version,
  }: { accountId: string; productCode: string; purpose: string; version: number },
): Promise<void> {
  if (purpose !== PRODUCT_PDF) return
  await emitEvent(ctx, tx, {
    accountId,
    type: 'product-file.ready',
    about: productCode,
    async createData(customer) {
      const order = await findProductOrder(tx.db, accountId, productCode)
      return {
        productCode,
        orderCode: order?.code ?? null,
        purpose,
        version,
        url: createUrl(ctx, customer, 'productFiles', ['v1', 'pdf', 'me', productCode]),
      }
    },
  })
}

/** Emits the event of an API key that ends soon. */
export const onApiKeyExpiring = (
  ctx: Context,
  tx: Tx,
  { accountId, keyId, name, expiresAt }: { accountId: string; keyId: string; name: string; expiresAt: Date },
): Promise<void> =>
  emitEvent(ctx, tx, {
    accountId,
    type: 'api-key.expiring',
    about: name,
    createData: () => ({ keyId, name, expiresAt: expiresAt.toISOString() }),
  })

/** Emits in the transaction that the order of a file was placed. */
export const emitOrderFileAccepted = (
  ctx: Context,
  tx: Tx,
  accountId: string,
  data: CallbackData<'order-file.accepted'>,
): Promise<void> =>
  emitEvent(ctx, tx, {
    accountId,
    type: 'order-file.accepted',
    about: data.fileName ?? data.reference,
    createData: () => data,
  })

/** Emits in the transaction that a file is no order, or that its order was refused. */
export const emitOrderFileRefused = (
  ctx: Context,
  tx: Tx,
  accountId: string,
  data: CallbackData<'order-file.refused'>,
): Promise<void> =>
  emitEvent(ctx, tx, {
    accountId,
    type: 'order-file.refused',
    about: data.fileName ?? data.reference,
    createData: () => data,
  })

/** Returns the address of a call at the customer's brand. */
function createUrl(
  { config }: Context,
  { brand_id }: Customer,
  service: ServiceKey,
  path: readonly string[],
): string {
  const origin = getBrandOrigin(config, getBrandById(brand_id))
  return `${origin}${SERVICES[service]}/${path.map(encodeURIComponent).join('/')}`
}
