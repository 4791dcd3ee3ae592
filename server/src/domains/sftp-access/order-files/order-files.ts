import {
  ORDER_FILE_DAYS,
  ORDER_FILE_MAX_BYTES,
  ORDER_FILES_MAX,
  PARTIAL_FILE_DAYS,
} from '#contract/order-files.ts'
import { type Context, change, type Reader } from '../../../context.ts'
import { lockCustomer } from '../../customers/index.ts'
import { SftpError } from '../files/sftp-error.ts'
import {
  deleteOldFiles,
  deleteOrderFile,
  findContent,
  listOrderFiles,
  upsertOrderFile,
} from '../store/order-files.ts'
import { checkFileName, getSourceFileName, isOrderFileName } from './file-names.ts'
import { submitOrder } from './submit-order.ts'

/** A file that is being uploaded. Its bytes are durable once `complete` or `interrupt` resolves. */
export interface OrderFileUpload {
  size(): number
  modifiedAt: Date
  write(offset: number, data: Buffer): void
  /** Stores the file; a file whose name ends in .json becomes an order in the same transaction. */
  complete(): Promise<void>
  /** Stores the received bytes, so that the client can resume. */
  interrupt(): Promise<void>
}

/** Starts the upload of a new file, or resumes the upload of an existing one. */
export async function startUpload(
  ctx: Context,
  accountId: string,
  requestedName: string,
  options: { mustBeNew: boolean; truncates: boolean; appends: boolean; mayCreate: boolean },
): Promise<OrderFileUpload> {
  const name = checkFileName(requestedName)
  const storedContent = await findContent(ctx.db, accountId, name)
  if (storedContent && options.mustBeNew) throw new SftpError('FAILURE', 'The file exists')
  if (!storedContent && !options.mayCreate) throw new SftpError('NO_SUCH_FILE', 'No such file')
  await checkFileCount(ctx.db, accountId, name)
  let content = storedContent && !options.truncates ? storedContent : Buffer.alloc(0)
  let isChanged = !storedContent || options.truncates
  return {
    size: () => content.length,
    modifiedAt: ctx.clock.now(),
    write(offset, data) {
      const start = options.appends ? content.length : offset
      const end = start + data.length
      if (end > ORDER_FILE_MAX_BYTES) throw new SftpError('FAILURE', 'A file has at most 1 MB')
      if (end > content.length) content = Buffer.concat([content], end)
      else content = Buffer.from(content)
      data.copy(content, start)
      isChanged = true
    },
    complete: () => storeFile(ctx, accountId, { name, content, isComplete: true }),
    interrupt: async () => {
      if (isChanged) await storeFile(ctx, accountId, { name, content, isComplete: false })
    },
  }
}

/** Renames a file; with a new name that ends in .json it becomes an order. */
export async function renameOrderFile(
  ctx: Context,
  accountId: string,
  from: string,
  to: string,
): Promise<void> {
  const name = checkFileName(to)
  await change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    if (!customer || customer.deleted_at) return
    const content = await findContent(tx.db, accountId, from)
    if (!content) throw new SftpError('NO_SUCH_FILE', 'No such file')
    if (await findContent(tx.db, accountId, name)) throw new SftpError('FAILURE', 'The file exists')
    await deleteOrderFile(tx.db, accountId, from)
    const submission = isOrderFileName(name) ? await submitOrder(ctx, tx, accountId, content) : {}
    await upsertOrderFile(tx, toRow(ctx, accountId, { name, content, isComplete: true }, submission))
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
  isComplete: boolean
}

async function storeFile(ctx: Context, accountId: string, file: ReceivedFile): Promise<void> {
  await change(ctx, async tx => {
    // Locks the customer, so that concurrent uploads cannot exceed the number of files.
    const customer = await lockCustomer(tx, accountId)
    // A session that ends because the account was closed does not store its upload.
    if (!customer || customer.deleted_at) return
    await checkFileCount(tx.db, accountId, file.name)
    const isOrder = file.isComplete && isOrderFileName(file.name)
    const submission = isOrder ? await submitOrder(ctx, tx, accountId, file.content) : {}
    await upsertOrderFile(tx, toRow(ctx, accountId, file, submission))
  })
}

async function checkFileCount(db: Reader, accountId: string, addedName: string): Promise<void> {
  const otherFiles = (await listOrderFiles(db, accountId)).filter(({ name }) => name !== addedName)
  if (otherFiles.length >= ORDER_FILES_MAX) throw new SftpError('FAILURE', 'Too many files')
}

const toRow = (
  ctx: Context,
  account_id: string,
  { name, content, isComplete }: ReceivedFile,
  { requestId, issues }: { requestId?: string | undefined; issues?: object | undefined },
) => ({
  account_id,
  name,
  content,
  is_complete: isComplete,
  issues: issues ? JSON.stringify(issues) : null,
  request_id: requestId ?? null,
  modified_at: ctx.clock.now(),
})
