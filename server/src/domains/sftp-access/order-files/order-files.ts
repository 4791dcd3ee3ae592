import { createHash, randomUUID } from 'node:crypto'
import { checkInput, type FieldIssues } from '#contract/input/field-issues.ts'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import {
  ORDER_FILE_DAYS,
  ORDER_FILES_MAX,
  type OrderFile,
  orderFile,
  PARTIAL_FILE_DAYS,
} from '#contract/order-files.ts'
import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { type Context, change, type Reader, type Tx } from '../../../context.ts'
import { findRow, lockRow, updateRow, upsertRow } from '../../../platform/db/rows.ts'
import { isBoundedJson, parseJson } from '../../../platform/json.ts'
import { lockCustomer } from '../../customers/index.ts'
import { findProductOrders } from '../../orders/index.ts'
import { defineMessageKind, enqueueMessage } from '../../retailer-outbox/index.ts'
import { SftpError } from '../files/sftp-error.ts'
import {
  deleteOldFiles,
  deleteOrderFile,
  findOrderFile,
  listOrderFiles,
  type StoredOrderFile,
  upsertFileOrder,
} from '../store.ts'
import { FileContent } from './file-content.ts'
import { checkFileName, getSourceFileName, isOrderFileName } from './file-names.ts'
import { reportFile, reportOrder } from './report-result.ts'

/** A file that is being uploaded. Its bytes are durable once `complete` or `interrupt` resolves. */
export interface OrderFileUpload {
  size(): number
  modifiedAt: Date
  /** Throws SftpError for a refused part; every later part is refused, too, and the file stays partial. */
  write(offset: number, data: Buffer): void
  /**
   * Stores the file; a file whose name ends in .json becomes an order in the same transaction. Stores a file of which a part
   * is missing as partial, and throws SftpError.
   */
  complete(): Promise<void>
  /** Stores the received bytes up to the first missing one, so that the client can resume. */
  interrupt(): Promise<void>
}

/** Starts the upload of a new file, or resumes the upload of an existing one. */
export async function startUpload(
  ctx: Context,
  accountId: string,
  name: string,
  options: { mustBeNew: boolean; truncates: boolean; appends: boolean; mayCreate: boolean },
): Promise<OrderFileUpload> {
  checkFileName(name)
  const stored = await findOrderFile(ctx.db, accountId, name)
  if (stored && options.mustBeNew) throw new SftpError('FAILURE', 'The file exists')
  if (!stored && !options.mayCreate) throw new SftpError('NO_SUCH_FILE', 'No such file')
  await checkFileCount(ctx.db, accountId, name)
  const content = new FileContent(stored && !options.truncates ? stored.content : Buffer.alloc(0))
  let isChanged = !stored || options.truncates
  let isRefused = false
  const interrupt = async () => {
    if (isChanged) await storePartialFile(ctx, accountId, { name, content: content.received }, stored)
  }
  return {
    size: () => content.size,
    modifiedAt: ctx.clock.now(),
    write(offset, data) {
      if (isRefused) throw new SftpError('FAILURE', 'An earlier part was refused')
      isChanged = true
      isRefused = true
      content.write(options.appends ? content.size : offset, data)
      isRefused = false
    },
    async complete() {
      if (!isRefused && !content.hasGap) return storeFile(ctx, accountId, { name, content: content.received })
      await interrupt()
      throw new SftpError('FAILURE', 'A part of the file is missing')
    },
    interrupt,
  }
}

/** Renames a complete file; with a new name that ends in .json it becomes an order. */
export async function renameOrderFile(
  ctx: Context,
  accountId: string,
  from: string,
  to: string,
): Promise<void> {
  checkFileName(to)
  await change(ctx, async tx => {
    await lockOpenAccount(tx, accountId)
    const file = await findOrderFile(tx.db, accountId, from)
    if (!file) throw new SftpError('NO_SUCH_FILE', 'No such file')
    if (!file.is_complete) throw new SftpError('FAILURE', 'A part of the file is missing')
    if (await findOrderFile(tx.db, accountId, to)) throw new SftpError('FAILURE', 'The file exists')
    await deleteOrderFile(tx.db, accountId, from)
    await upsertCompleteFile(ctx, tx, accountId, { name: to, content: file.content })
  })
}

/** Removes a file with its result, by the name of either. An accepted order stays. */
export async function removeOrderFile(ctx: Context, accountId: string, name: string): Promise<void> {
  if (!(await deleteOrderFile(ctx.db, accountId, getSourceFileName(name) ?? name)))
    throw new SftpError('NO_SUCH_FILE', 'No such file')
}

export async function deleteExpiredFiles(ctx: Context): Promise<void> {
  const getDaysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000)
  await deleteOldFiles(ctx.db, {
    complete: getDaysAgo(ORDER_FILE_DAYS),
    partial: getDaysAgo(PARTIAL_FILE_DAYS),
  })
}

interface ReceivedFile {
  name: string
  content: Buffer
}

async function storeFile(ctx: Context, accountId: string, file: ReceivedFile): Promise<void> {
  await change(ctx, async tx => {
    await lockOpenAccount(tx, accountId)
    await checkFileCount(tx.db, accountId, file.name)
    await upsertCompleteFile(ctx, tx, accountId, file)
  })
}

/**
 * Stores a partial file unless the stored file of that name has changed since `opened`: a client whose connection was lost may
 * have sent the file again before the loss is noticed. A closed account's file is not stored.
 */
async function storePartialFile(
  ctx: Context,
  accountId: string,
  file: ReceivedFile,
  opened: StoredOrderFile | undefined,
): Promise<void> {
  await change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    if (!customer || customer.deleted_at) return
    if (!isSameVersion(await findOrderFile(tx.db, accountId, file.name), opened)) return
    await checkFileCount(tx.db, accountId, file.name)
    await upsertRow(tx.db, 'order_files', ['account_id', 'name'], {
      ...toRow(ctx, accountId, file),
      is_complete: false,
    })
  })
}

const isSameVersion = (one: StoredOrderFile | undefined, other: StoredOrderFile | undefined) =>
  one?.is_complete === other?.is_complete && one?.modified_at.getTime() === other?.modified_at.getTime()

/** Locks the customer, so that concurrent uploads cannot exceed the number of files. Throws SftpError for a closed account. */
async function lockOpenAccount(tx: Tx, accountId: string): Promise<void> {
  const customer = await lockCustomer(tx, accountId)
  if (!customer || customer.deleted_at) throw new SftpError('FAILURE', 'The account is closed')
}

async function upsertCompleteFile(
  ctx: Context,
  tx: Tx,
  accountId: string,
  file: ReceivedFile,
): Promise<void> {
  const submission: Partial<Submission> = isOrderFileName(file.name)
    ? await submitOrder(ctx, tx, accountId, file.content)
    : {}
  await upsertRow(tx.db, 'order_files', ['account_id', 'name'], {
    ...toRow(ctx, accountId, file),
    is_complete: true,
    issues: submission.issues ? JSON.stringify(submission.issues) : null,
    request_id: submission.requestId ?? null,
  })
  await reportFile(ctx, tx, { accountId, name: file.name }, submission)
}

async function checkFileCount(db: Reader, accountId: string, addedName: string): Promise<void> {
  const otherFiles = (await listOrderFiles(db, accountId)).filter(({ name }) => name !== addedName)
  if (otherFiles.length >= ORDER_FILES_MAX) throw new SftpError('FAILURE', 'Too many files')
}

const toRow = (ctx: Context, account_id: string, { name, content }: ReceivedFile) => ({
  account_id,
  name,
  content,
  issues: null,
  request_id: null,
  modified_at: ctx.clock.now(),
})

/** An accepted order, or all issues of the file by field, as in the answers of the API. */
type Submission = { requestId: string; issues?: undefined } | { requestId?: undefined; issues: FieldIssues }

/**
 * Accepts the order of a complete file in the transaction, and enqueues it for the retailer. Idempotent by reference;
 * other content for an accepted reference is a conflict, unless the retailer has refused the order.
 */
async function submitOrder(ctx: Context, tx: Tx, accountId: string, content: Buffer): Promise<Submission> {
  const { data, issues } = checkInput(orderFile, parseContent(content), 'file')
  if (issues) return { issues }
  const orders = await findProductOrders(
    tx.db,
    accountId,
    data.products.map(({ code }) => code),
  )
  const unknownProducts = data.products.flatMap(({ code }, i) =>
    orders.has(code) ? [] : [[`products.${i}.code`, 'unknown'] as const],
  )
  if (unknownProducts.length > 0) return { issues: Object.fromEntries(unknownProducts) }
  const existing = await lockRow(tx, 'file_orders', { account_id: accountId, reference: data.reference })
  const content_hash = hashOrder(data)
  if (existing && existing.state !== 'refused')
    return existing.content_hash === content_hash
      ? { requestId: existing.request_id }
      : { issues: { reference: 'conflict' } }
  const requestId = existing?.request_id ?? randomUUID()
  const products = data.products.map(product => ({ ...product, orderCode: orders.get(product.code)! }))
  await upsertFileOrder(tx, {
    request_id: requestId,
    account_id: accountId,
    reference: data.reference,
    content_hash,
    body: JSON.stringify({ ...data, products }),
    state: 'waiting',
    refusal: null,
    order_codes: null,
    created_at: ctx.clock.now(),
  })
  const subject = `order-file:${requestId}`
  await enqueueMessage(ctx, tx, fileOrderMessage, { messageId: requestId, accountId, subject })
  return { requestId }
}

/** Null unless the content is bounded JSON in UTF-8. */
const parseContent = (content: Buffer): unknown =>
  isBoundedJson(content) ? (parseJson(decodeUtf8(content) ?? '') ?? null) : null

/** Hashes the parsed order, in which the schema fixes the order of keys. */
const hashOrder = (order: OrderFile) => createHash('sha256').update(JSON.stringify(order)).digest('base64url')

/** Message with an order of a file; idempotent by its request id. */
const fileOrderMessage = defineMessageKind({
  name: 'sftp-access.order-file',
  call: placeOrderFile,
  async build({ db }, { messageId: requestId }) {
    const order = await findRow(db, 'file_orders', { request_id: requestId })
    if (order?.state !== 'waiting') return undefined
    return { params: { requestId }, body: { ...order.body, accountId: order.account_id } }
  },
  async onAnswer(ctx, tx, { messageId: requestId }, answer) {
    const values =
      answer.result === 'done'
        ? ({ state: 'ordered', order_codes: JSON.stringify(answer.answer.orderCodes) } as const)
        : ({ state: 'refused', refusal: answer.reason === 'not-found' ? 'gone' : answer.reason } as const)
    // None where it was answered before.
    const order = await updateRow(tx.db, 'file_orders', { request_id: requestId, state: 'waiting' }, values)
    if (order) await reportOrder(ctx, tx, order)
  },
})
