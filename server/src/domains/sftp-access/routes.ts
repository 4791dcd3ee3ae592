import { getEnvironmentByHost } from '#brands/index.ts'
import * as contract from '#contract/sftp-access.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { getActiveCustomer } from '../customers/index.ts'
import { describeRequest } from '../identity/index.ts'
import { findSftpAddress } from './entitlement.ts'
import { getHostKeyFingerprint } from './host-key.ts'
import { type Actor, addKey, deleteKey, presentKey } from './keys.ts'
import { createPassword, endPassword } from './password.ts'
import { listKeys } from './store/keys.ts'
import { findPassword } from './store/passwords.ts'
import { getUserName } from './user-names.ts'

export const sftpAccessRoutes: readonly Route[] = [
  route(contract.getSftpAccess, async ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return { access: await readSftpAccess(ctx, caller.accountId) }
  }),
  route(contract.createSftpPassword, async call => {
    const { ctx, caller, reply, request } = call
    reply.header('cache-control', 'no-store')
    await requireSftp(ctx, caller.accountId)
    const environment = getEnvironmentByHost(request.host) === 'production' ? 'live' : 'test'
    return { password: await createPassword(ctx, caller.accountId, environment, getActor(call)) }
  }),
  route(contract.deleteSftpPassword, ({ ctx, caller }) => endPassword(ctx, caller.accountId)),
  route(contract.addSftpKey, async call => {
    const { ctx, caller, body } = call
    await requireSftp(ctx, caller.accountId)
    return addKey(ctx, caller.accountId, body, getActor(call))
  }),
  route(contract.deleteSftpKey, ({ ctx, caller, params }) => deleteKey(ctx, caller.accountId, params.id)),
]

/** Throws not-found for a closed account, and for one of a brand without SFTP. */
async function requireSftp(ctx: Context, accountId: string): Promise<void> {
  if (!findSftpAddress(ctx, await getActiveCustomer(ctx.db, accountId))) throw notFound('SFTP access')
}

const getActor = ({
  caller,
  request,
}: Pick<Call<typeof contract.createSftpPassword>, 'caller' | 'request'>): Actor => ({
  grantId: caller.grantId,
  ...describeRequest(request),
})

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
