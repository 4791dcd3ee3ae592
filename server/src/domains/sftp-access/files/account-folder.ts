import { SFTP_FOLDERS } from '#contract/sftp-access.ts'
import type { Context } from '../../../context.ts'
import { type InvoiceFile, listInvoiceFiles } from '../../invoices/index.ts'
import { listPdfFiles, openPdf, type ProductPdf } from '../../product-files/index.ts'
import { createOrderFolder } from '../order-files/order-folder.ts'
import type { File, Folder } from './node.ts'

/** Milliseconds for which a session caches a list, because clients request the attributes of each of its files. */
const LIST_CACHE_MS = 2000

/** Creates the account's root folder: `/invoices/{year}/{number}.pdf`, `/products/{code}.pdf` and `/orders/…`. */
export function createAccountFolder(ctx: Context, customer: { accountId: string; locale: string }): Folder {
  const { accountId } = customer
  const listInvoices = createCachedList(ctx, () => listInvoiceFiles(ctx.db, accountId))
  const listPdfs = createCachedList(ctx, () => listPdfFiles(ctx, accountId))
  const createdAt = ctx.clock.now()
  const createFolder = (name: string, list: Folder['list'], modifiedAt = createdAt): Folder => ({
    kind: 'folder',
    name,
    modifiedAt,
    isWritable: false,
    list,
  })
  const invoices = createFolder(toFolderName(SFTP_FOLDERS.invoices), async () =>
    [...Map.groupBy(await listInvoices(), ({ year }) => year)].map(([year, files]) =>
      createFolder(year, async () => files.map(file => toInvoiceFile(ctx, file)), files.at(-1)!.readyAt),
    ),
  )
  const products = createFolder(toFolderName(SFTP_FOLDERS.products), async () =>
    (await listPdfs()).map(pdf => toProductFile(ctx, pdf)),
  )
  return createFolder('', async () => [invoices, products, createOrderFolder(ctx, customer)])
}

const toFolderName = (path: string) => path.slice(1)

function toInvoiceFile(ctx: Context, { name, size, readyAt, blobKey }: InvoiceFile): File {
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

const toProductFile = (ctx: Context, pdf: ProductPdf): File => ({
  kind: 'file',
  name: `${pdf.productCode}.pdf`,
  size: pdf.size,
  modifiedAt: pdf.createdAt,
  isWritable: false,
  open: offset => openPdf(ctx, pdf, offset),
})

function createCachedList<T>({ clock }: Pick<Context, 'clock'>, list: () => Promise<T>): () => Promise<T> {
  let cached: { value: T; at: number } | undefined
  return async () => {
    const now = clock.now().getTime()
    if (!cached || now - cached.at >= LIST_CACHE_MS) cached = { value: await list(), at: now }
    return cached.value
  }
}
