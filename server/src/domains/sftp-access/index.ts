import type { Context } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { sftpHostKeyCommand } from './command.ts'
import type { SftpServer } from './connection/sftp-server.ts'
import { encryptHostKeyAgain } from './host-key.ts'
import { cleanUpSftpAccess } from './job-kinds.ts'
import { sftpAccessRoutes } from './routes.ts'
import { accountRows } from './store/passwords.ts'
import { sftpAccessTables } from './tables.ts'

/** Serves SFTP on the configured port; loaded on demand, because most processes do not. */
export async function startSftpServer(ctx: Context): Promise<SftpServer> {
  const server = await import('./connection/sftp-server.ts')
  return server.startSftpServer(ctx)
}

/** The access of business customers to their files by SFTP. */
export const sftpAccess = defineDomain({
  name: 'sftp-access',
  dependsOn: ['brands', 'customers', 'identity', 'invoices', 'product-files'],
  tables: sftpAccessTables,
  routes: sftpAccessRoutes,
  jobs: [handleJob(cleanUpSftpAccess, encryptHostKeyAgain)],
  commands: [sftpHostKeyCommand],
  eraseAccount: eraseRows(accountRows),
})
