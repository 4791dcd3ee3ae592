import { getEnvironmentByHost } from '#brands/index.ts'
import { getOrderFile, type OrderFileResult, putOrderFile } from '#contract/order-file-calls.ts'
import * as contract from '#contract/sftp-access.ts'
import type { Context } from '../../context.ts'
import { type AccessSource, type Command, defineAccess, defineDomain, eraseRows } from '../../domain.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { deleteRows } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { runOnSchedule } from '../../platform/jobs/jobs.ts'
import { accountClosed, getActiveCustomer } from '../customers/index.ts'
import { publishAccessChange } from './access-changes.ts'
import { sftpCase } from './case-lines.ts'
import type { SftpServer } from './connection/sftp-server.ts'
import { findSftpAddress } from './entitlement.ts'
import { SftpError } from './files/sftp-error.ts'
import { getHostKeyFingerprint, loadOrCreateHostKey, reencryptHostKey, replaceHostKey } from './host-key.ts'
import { addKey, deleteKey, presentKey } from './keys.ts'
import { checkFileName, isOrderFileName } from './order-files/file-names.ts'
import { serveOrderFileSchema } from './order-files/json-schema.ts'
import { deleteExpiredFiles, startUpload } from './order-files/order-files.ts'
import { createPassword, endPassword } from './password.ts'
import { deleteKeys, findPassword, type ListedOrderFile, listKeys, listOrderFiles } from './store.ts'
import { sftpAccessTables } from './tables.ts'
import { getUserName } from './user-names.ts'

export { addKey as addSftpKey } from './keys.ts'
export { recordUse as recordSftpUse } from './record-use.ts'
export { listKeys as listSftpKeys } from './store.ts'

const sftpAccessRoutes: readonly Route[] = [
  route(contract.getSftpAccess, async ({ ctx, caller }) => ({
    access: await readSftpAccess(ctx, caller.accountId),
  })),
  route(contract.createSftpPassword, async ({ ctx, caller, request }) => {
    await requireSftp(ctx, caller.accountId)
    const environment = getEnvironmentByHost(request.host) === 'production' ? 'live' : 'test'
    return { password: await createPassword(ctx, caller, environment) }
  }),
  route(contract.deleteSftpPassword, ({ ctx, caller }) => endPassword(ctx, caller.accountId)),
  route(contract.addSftpKey, async ({ ctx, caller, body }) => {
    await requireSftp(ctx, caller.accountId)
    return addKey(ctx, caller, body)
  }),
  route(contract.deleteSftpKey, ({ ctx, caller, params }) => deleteKey(ctx, caller.accountId, params.id)),
]

/** Throws not-found for a closed account, and for one of a brand without SFTP. */
async function requireSftp(ctx: Context, accountId: string): Promise<void> {
  if (!findSftpAddress(ctx, await getActiveCustomer(ctx.db, accountId))) throw notFound('SFTP access')
}

async function readSftpAccess(ctx: Context, accountId: string): Promise<contract.SftpAccess | null> {
  const customer = await getActiveCustomer(ctx.db, accountId)
  const address = findSftpAddress(ctx, customer)
  if (!address) return null
  const password = await findPassword(ctx.db, accountId)
  const keys = await listKeys(ctx.db, accountId)
  return {
    ...address,
    userName: await getUserName(ctx, accountId),
    hostKey: await getHostKeyFingerprint(ctx),
    folders: [
      { purpose: 'invoices', path: contract.SFTP_FOLDERS.invoices },
      { purpose: 'products', path: contract.SFTP_FOLDERS.products },
      { purpose: 'orders', path: contract.SFTP_FOLDERS.orders },
    ],
    fileName: 'YYYY-MM-DD_reference.json',
    keys: keys.map(presentKey),
    password: password
      ? {
          createdAt: password.created_at.toISOString(),
          lastUsedAt: password.last_used_at?.toISOString() ?? null,
        }
      : null,
  }
}

/** Order files by HTTPS: the same files as in the folder of SFTP. */
const orderFileRoutes: readonly Route[] = [
  route(putOrderFile, async ({ ctx, caller, params, body }) => {
    const name = parseFileName(params.name)
    const { business_status } = await getActiveCustomer(ctx.db, caller.accountId)
    if (business_status === 'Blocked')
      throw new Failure('conflict', 'The account is blocked', { reason: 'blocked' })
    await storeFile(ctx, caller.accountId, name, Buffer.from(JSON.stringify(body)))
    return readResult(ctx, caller.accountId, name)
  }),
  route(getOrderFile, ({ ctx, caller, params }) =>
    readResult(ctx, caller.accountId, parseFileName(params.name)),
  ),
]

/** An account has one password; its id is unique among all access of the account. */
const PASSWORD_ID = 'sftp-password'

/** Keys and password by which an account's systems sign in by SFTP. */
export const sftpAccessSources: readonly AccessSource[] = [
  defineAccess<'sftpKeys'>({
    kind: 'sftpKeys',
    tables: ['sftp_keys'],
    list: async (_ctx, db, accountId) => (await listKeys(db, accountId)).map(presentKey),
    async end(ctx, tx, accountId, ids) {
      if ((await deleteKeys(tx, accountId, ids)) > 0) await publishAccessChange(ctx, tx, accountId)
    },
  }),
  defineAccess<'sftpPassword'>({
    kind: 'sftpPassword',
    tables: ['sftp_passwords'],
    async list(_ctx, db, accountId) {
      const password = await findPassword(db, accountId)
      if (!password) return []
      return [
        {
          id: PASSWORD_ID,
          createdAt: password.created_at.toISOString(),
          lastUsedAt: password.last_used_at?.toISOString() ?? null,
          lastUsedFrom: password.last_used_from,
        },
      ]
    },
    async end(ctx, tx, accountId, ids) {
      if (ids !== 'all' && !ids.includes(PASSWORD_ID)) return
      if ((await deleteRows(tx.db, 'sftp_passwords', { account_id: accountId })) > 0)
        await publishAccessChange(ctx, tx, accountId)
    },
  }),
]

/** Prints the fingerprint of the SFTP server's host key, or replaces the key. */
const sftpHostKeyCommand: Command = {
  name: 'sftp-host-key',
  parse([action, ...rest]) {
    if (rest.length > 0 || (action !== undefined && action !== 'replace')) return null
    return async (ctx, print) => {
      if (action === 'replace') await replaceHostKey(ctx)
      else await loadOrCreateHostKey(ctx)
      print(await getHostKeyFingerprint(ctx))
      return 0
    }
  },
}

/** Serves SFTP on the configured port; loaded on demand, because most processes do not. */
export async function startSftpServer(ctx: Context): Promise<SftpServer> {
  const server = await import('./connection/sftp-server.ts')
  return server.startSftpServer(ctx)
}

/** The access of business customers to their files by SFTP, and their orders by files. */
export const sftpAccess = defineDomain({
  name: 'sftp-access',
  dependsOn: [
    'brands',
    'journal',
    'retailer-outbox',
    'customers',
    'identity',
    'orders',
    'invoices',
    'product-files',
    'callbacks',
  ],
  tables: sftpAccessTables,
  routes: [...sftpAccessRoutes, ...orderFileRoutes],
  mount: serveOrderFileSchema,
  jobs: [
    // Encrypts the host key with the current SECRET.
    runOnSchedule('sftp-access.clean-up', '41 3 * * *', async (ctx: Context) => {
      await reencryptHostKey(ctx)
      await deleteExpiredFiles(ctx)
    }),
  ],
  commands: [sftpHostKeyCommand],
  access: sftpAccessSources,
  caseLines: sftpCase,
  listeners: [on(accountClosed, (ctx, tx, { accountId }) => publishAccessChange(ctx, tx, accountId))],
  eraseAccount: eraseRows(sftpAccessTables, publishAccessChange),
})

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

async function readResult(ctx: Context, accountId: string, name: string): Promise<OrderFileResult> {
  const file = (await listOrderFiles(ctx.db, accountId)).find(each => each.name === name)
  if (!file) throw notFound('Order file')
  return presentResult(file)
}

function presentResult(file: ListedOrderFile): OrderFileResult {
  const shared = { name: file.name, modifiedAt: file.modified_at.toISOString() }
  if (!file.is_complete) return { ...shared, state: 'incomplete' }
  if (file.state === 'refused')
    return { ...shared, state: 'refused', issues: { order: file.refusal ?? 'gone' } }
  if (file.issues) return { ...shared, state: 'refused', issues: file.issues }
  if (file.state === 'ordered') return { ...shared, state: 'ordered', orderCodes: file.order_codes ?? [] }
  return { ...shared, state: 'waiting' }
}
