import { SFTP_FOLDERS } from '#contract/sftp-access.ts'
import type { Context } from '../../../context.ts'
import { type InvoiceFile, listInvoiceFiles } from '../../invoices/index.ts'
import { listPdfFiles, openPdf, type ProductPdf } from '../../product-files/index.ts'
import { orderFolder } from '../order-files/order-folder.ts'
import type { File, Folder } from './node.ts'

/** Milliseconds for which a session caches a list, because clients request the attributes of each of its files. */
const LIST_CACHE_MS = 2000

/** The account's root folder: `/invoices/{year}/{number}.pdf`, `/products/{code}.pdf` and `/orders/…`. */
export function accountFolder(ctx: Context, customer: { accountId: string; locale: string }): Folder {
  const { accountId } = customer
  const listInvoices = cacheList(ctx, () => listInvoiceFiles(ctx.db, accountId))
  const listPdfs = cacheList(ctx, () => listPdfFiles(ctx, accountId))
  const createdAt = ctx.clock.now()
  const folder = (name: string, list: Folder['list'], modifiedAt = createdAt): Folder => ({
    kind: 'folder',
    name,
    modifiedAt,
    isWritable: false,
    list,
  })
  const invoices = folder(toFolderName(SFTP_FOLDERS.invoices), async () =>
    [...Map.groupBy(await listInvoices(), ({ year }) => year)].map(([year, files]) =>
      folder(year, async () => files.map(file => invoiceFile(ctx, file)), files.at(-1)!.readyAt),
    ),
  )
  const products = folder(toFolderName(SFTP_FOLDERS.products), async () =>
    (await listPdfs()).map(pdf => productFile(ctx, pdf)),
  )
  return folder('', async () => [invoices, products, orderFolder(ctx, customer)])
}

const toFolderName = (path: string) => path.slice(1)

function invoiceFile(ctx: Context, { name, size, readyAt, blobKey }: InvoiceFile): File {
  return {
    kind: 'file',
    name,
    size,
    modifiedAt: readyAt,
    isWritable: false,
    open: offset => ({
      stream: ctx.blobs.read(blobKey, { start: offset, end: size - 1 }),
      start: offset,
    }),
  }
}

const productFile = (ctx: Context, pdf: ProductPdf): File => ({
  kind: 'file',
  name: `${pdf.productCode}.pdf`,
  size: pdf.size,
  modifiedAt: pdf.createdAt,
  isWritable: false,
  open: offset => openPdf(ctx, pdf, offset),
})

function cacheList<T>({ clock }: Pick<Context, 'clock'>, list: () => Promise<T>): () => Promise<T> {
  let last: { value: T; at: number } | undefined
  return async () => {
    const now = clock.now().getTime()
    if (!last || now - last.at >= LIST_CACHE_MS) last = { value: await list(), at: now }
    return last.value
  }
}
