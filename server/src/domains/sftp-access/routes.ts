import * as contract from '#contract/sftp-access.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { getActiveCustomer } from '../customers/index.ts'
import { findSftpAddress } from './entitlement.ts'
import { getHostKeyFingerprint } from './host-key.ts'
import { createPassword } from './password.ts'
import { findPassword } from './store/passwords.ts'

export const sftpAccessRoutes: readonly Route[] = [
  route(contract.getSftpAccess, async ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return { access: await readSftpAccess(ctx, caller.accountId) }
  }),
  route(contract.createSftpPassword, async ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    if (!(await readSftpAccess(ctx, caller.accountId))) throw notFound('SFTP access')
    return { password: await createPassword(ctx, caller.accountId) }
  }),
]

async function readSftpAccess(ctx: Context, accountId: string): Promise<contract.SftpAccess | null> {
  const customer = await getActiveCustomer(ctx.db, accountId)
  const address = findSftpAddress(ctx, customer)
  if (!address) return null
  const password = await findPassword(ctx.db, accountId)
  return {
    ...address,
    userName: accountId,
    hostKey: await getHostKeyFingerprint(ctx),
    folders: [
      { purpose: 'invoices', path: contract.SFTP_FOLDERS.invoices },
      { purpose: 'products', path: contract.SFTP_FOLDERS.products },
      { purpose: 'orders', path: contract.SFTP_FOLDERS.orders },
    ],
    fileName: 'YYYY-MM-DD_reference.json',
    password: password ? { createdAt: password.created_at.toISOString() } : null,
  }
}
