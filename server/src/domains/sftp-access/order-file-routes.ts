import * as contract from '#contract/order-file-calls.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { getActiveCustomer } from '../customers/index.ts'
import { SftpError } from './files/sftp-error.ts'
import { checkFileName, isOrderFileName } from './order-files/file-names.ts'
import { startUpload } from './order-files/order-files.ts'
import { type ListedOrderFile, listOrderFiles } from './store/order-files.ts'

/** Order files by HTTPS: the same files as in the folder of SFTP. */
export const orderFileRoutes: readonly Route[] = [
  route(contract.putOrderFile, async ({ ctx, caller, params, body }) => {
    const name = parseFileName(params.name)
    const { business_status } = await getActiveCustomer(ctx.db, caller.accountId)
    if (business_status === 'Blocked')
      throw new Failure('conflict', 'The account is blocked', { reason: 'blocked' })
    await storeFile(ctx, caller.accountId, name, Buffer.from(JSON.stringify(body)))
    return readResult(ctx, caller.accountId, name)
  }),
  route(contract.getOrderFile, ({ ctx, caller, params }) =>
    readResult(ctx, caller.accountId, parseFileName(params.name)),
  ),
]

function parseFileName(text: string): string {
  const name = text.normalize('NFC')
  if (isOrderFileName(name) && isPossible(name)) return name
  throw new Failure('bad-request', 'Not valid: name', { fields: { name: 'not-valid' } })
}

function isPossible(name: string): boolean {
  try {
    checkFileName(name)
    return true
  } catch (error) {
    if (error instanceof SftpError) return false
    throw error
  }
}

async function storeFile(ctx: Context, accountId: string, name: string, content: Buffer): Promise<void> {
  const options = { mustBeNew: false, truncates: true, appends: false, mayCreate: true }
  try {
    const upload = await startUpload(ctx, accountId, name, options)
    upload.write(0, content)
    await upload.complete()
  } catch (error) {
    // The content is not larger than a body, and the account is open: there are too many other files.
    if (error instanceof SftpError) throw new Failure('conflict', error.message, { reason: 'too-many-files' })
    throw error
  }
}

async function readResult(ctx: Context, accountId: string, name: string): Promise<contract.OrderFileResult> {
  const file = (await listOrderFiles(ctx.db, accountId)).find(each => each.name === name)
  if (!file) throw notFound('Order file')
  return presentResult(file)
}

function presentResult(file: ListedOrderFile): contract.OrderFileResult {
  const shared = { name: file.name, modifiedAt: file.modified_at.toISOString() }
  if (!file.is_complete) return { ...shared, state: 'incomplete' }
  if (file.state === 'refused')
    return { ...shared, state: 'refused', issues: { order: file.refusal ?? 'gone' } }
  if (file.issues) return { ...shared, state: 'refused', issues: file.issues }
  if (file.state === 'ordered') return { ...shared, state: 'ordered', orderCodes: file.order_codes ?? [] }
  return { ...shared, state: 'waiting' }
}
