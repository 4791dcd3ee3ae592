import type { Context } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { sftpHostKeyCommand } from './command.ts'
import type { SftpServer } from './connection/sftp-server.ts'
import { reencryptHostKey } from './host-key.ts'
import { cleanUpSftpAccess, placeFileOrderJob } from './job-kinds.ts'
import { serveOrderFileSchema } from './order-files/json-schema.ts'
import { deleteExpiredFiles } from './order-files/order-files.ts'
import { enqueueWaitingOrder } from './order-files/place-order.ts'
import { sftpAccessRoutes } from './routes.ts'
import { getAccountRowsSql } from './store/passwords.ts'
import { sftpAccessTables } from './tables.ts'

/** Serves SFTP on the configured port; loaded on demand, because most processes do not. */
export async function startSftpServer(ctx: Context): Promise<SftpServer> {
  const server = await import('./connection/sftp-server.ts')
  return server.startSftpServer(ctx)
}

/** The access of business customers to their files by SFTP, and their orders by files. */
export const sftpAccess = defineDomain({
  name: 'sftp-access',
  dependsOn: ['brands', 'retailer-outbox', 'customers', 'identity', 'orders', 'invoices', 'product-files'],
  tables: sftpAccessTables,
  routes: sftpAccessRoutes,
  mount: serveOrderFileSchema,
  jobs: [
    handleJob(cleanUpSftpAccess, async ctx => {
      await reencryptHostKey(ctx)
      await deleteExpiredFiles(ctx)
    }),
    handleJob(placeFileOrderJob, async (ctx, payloads) => {
      for (const { requestId } of payloads) await enqueueWaitingOrder(ctx, requestId)
    }),
  ],
  commands: [sftpHostKeyCommand],
  eraseAccount: eraseRows(getAccountRowsSql),
})
