import type { LibraryPush } from '#contract/push.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import type { Context, Reader, Tx } from '../../../context.ts'
import { notFound } from '../../../http/failure.ts'
import { getBrandById } from '../../brands/index.ts'
import { type Customer, findCustomer, toRetentionFacts } from '../../customers/index.ts'
import { countProjects, countProjectsOfAccounts } from '../../projects/index.ts'
import { type Expiration, findOpenExpiration, findOpenExpirations } from '../store/expirations.ts'
import { computeStorageStatus } from './storage-status.ts'

/** Returns the account's storage status (PL-190), with the grace period while expired photos can still be restored. */
export async function getStatus(
  ctx: Pick<Context, 'clock'>,
  db: Reader,
  accountId: string,
): Promise<StorageStatus> {
  const customer = await findCustomer(db, accountId)
  if (!customer) throw notFound('Customer')
  const expiration = await findOpenExpiration(db, accountId)
  const now = ctx.clock.now()
  return presentStatus(customer, now, expiration, await countProjects(db, accountId, now))
}

function presentStatus(
  customer: Customer,
  now: Date,
  expiration: Expiration | undefined,
  projects: number,
): StorageStatus {
  const { timeZone } = getBrandById(customer.brand_id)
  const status = computeStorageStatus(toRetentionFacts(customer), now, timeZone, projects)
  if (expiration?.state !== 'leaving' && expiration?.state !== 'left') return status
  const { left_at, erase_at, photos } = expiration
  return {
    ...status,
    grace: { leftAt: left_at.toISOString(), erasedAt: erase_at.toISOString(), photosCount: photos },
  }
}

/** Publishes the storage status, as it is in this transaction, to the account's open pages on commit. */
export async function publishStorageStatus(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const body: LibraryPush = { type: 'storage-status', status: await getStatus(ctx, tx.db, accountId) }
  await publishToAccount(ctx, tx, accountId, body)
}

/** Publishes the storage statuses of these customers in the same way, with as many statements as for one customer. */
export async function publishStorageStatuses(
  ctx: Context,
  tx: Tx,
  customers: readonly Customer[],
): Promise<void> {
  const now = ctx.clock.now()
  const accountIds = customers.map(customer => customer.account_id)
  const expirations = await findOpenExpirations(tx.db, accountIds)
  const projects = await countProjectsOfAccounts(tx.db, accountIds, now)
  for (const customer of customers) {
    const id = customer.account_id
    const status = presentStatus(customer, now, expirations.get(id), projects.get(id) ?? 0)
    await publishToAccount(ctx, tx, id, { type: 'storage-status', status })
  }
}
