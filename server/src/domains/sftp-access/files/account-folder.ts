import { Readable } from 'node:stream'
import { SFTP_FOLDERS } from '#contract/sftp-access.ts'
import type { Context } from '../../../context.ts'
import { getTranslator, type Translate } from '../../../platform/i18n/translate.ts'
import { type InvoiceFile, listInvoiceFiles } from '../../invoices/index.ts'
import { listPdfFiles, openPdf, type ProductPdf } from '../../product-files/index.ts'
import { ERROR_SUFFIX, ORDERED_SUFFIX } from '../order-files/file-names.ts'
import { listProblems } from '../order-files/report-result.ts'
import { findOrderFile, type ListedOrderFile, listOrderFiles } from '../store.ts'
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

/** Creates the folder of uploaded order files with their result files. */
function createOrderFolder(
  ctx: Context,
  { accountId, locale }: { accountId: string; locale: string },
): Folder {
  const text = getTranslator(locale)
  return {
    kind: 'folder',
    name: SFTP_FOLDERS.orders.slice(1),
    modifiedAt: ctx.clock.now(),
    isWritable: true,
    list: async () =>
      (await listOrderFiles(ctx.db, accountId)).flatMap(file => [
        toFile(ctx, file),
        ...toResultFiles(file, text),
      ]),
  }
}

function toFile(ctx: Context, { account_id, name, size, modified_at }: ListedOrderFile): File {
  return {
    kind: 'file',
    name,
    size,
    modifiedAt: modified_at,
    isWritable: true,
    open: offset => ({ stream: Readable.from(readContent(ctx, account_id, name, offset)), start: offset }),
  }
}

async function* readContent(ctx: Context, accountId: string, name: string, offset: number) {
  const file = await findOrderFile(ctx.db, accountId, name)
  if (file) yield file.content.subarray(offset)
}

/** Returns no file while the order waits for the retailer. */
function toResultFiles(file: ListedOrderFile, text: Translate): File[] {
  const issues = file.state === 'refused' ? { order: file.refusal ?? 'gone' } : file.issues
  if (issues) {
    return [createResultFile(file, ERROR_SUFFIX, [text('order-file.refused'), ...listProblems(issues)])]
  }
  if (file.state !== 'ordered') return []
  return [createResultFile(file, ORDERED_SUFFIX, [text('order-file.ordered'), ...(file.order_codes ?? [])])]
}

function createResultFile(
  { name, modified_at }: ListedOrderFile,
  suffix: string,
  lines: readonly string[],
): File {
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`)
  return {
    kind: 'file',
    name: name + suffix,
    size: bytes.length,
    modifiedAt: modified_at,
    isWritable: true,
    open: offset => ({ stream: Readable.from([bytes.subarray(offset)]), start: offset }),
  }
}
