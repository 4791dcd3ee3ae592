import { type Context, change } from '../../context.ts'
import { defineDomain } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { accountClosed } from '../customers/index.ts'
import { sftpAccessSources } from './access.ts'
import { publishAccessChange } from './access-changes.ts'
import { sftpHostKeyCommand } from './command.ts'
import type { SftpServer } from './connection/sftp-server.ts'
import { reencryptHostKey } from './host-key.ts'
import { cleanUpSftpAccess } from './job-kinds.ts'
import { orderFileRoutes } from './order-file-routes.ts'
import { serveOrderFileSchema } from './order-files/json-schema.ts'
import { deleteExpiredFiles } from './order-files/order-files.ts'
import { sftpAccessRoutes } from './routes.ts'
import { getAccountRowsSql } from './store/passwords.ts'
import { sftpAccessTables } from './tables.ts'

export { addKey as addSftpKey } from './keys.ts'
export { recordUse as recordSftpUse } from './record-use.ts'
export { listKeys as listSftpKeys } from './store/keys.ts'

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
    handleJob(cleanUpSftpAccess, async ctx => {
      await reencryptHostKey(ctx)
      await deleteExpiredFiles(ctx)
    }),
  ],
  commands: [sftpHostKeyCommand],
  access: sftpAccessSources,
  listeners: [on(accountClosed, (ctx, tx, { accountId }) => publishAccessChange(ctx, tx, accountId))],
  eraseAccount: {
    count: ({ db }, accountId) => countAccountRows(db, getAccountRowsSql(accountId)),
    erase: (ctx, { accountId }) =>
      change(ctx, async tx => {
        await deleteAccountRows(tx.db, getAccountRowsSql(accountId))
        await publishAccessChange(ctx, tx, accountId)
      }),
  },
})
