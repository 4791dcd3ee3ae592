import { DEFAULT_STORAGE_LIMITS } from '#contract/brands.ts'
import type { UploadLimit } from '#contract/uploads.ts'
import type { Reader, Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { brandById } from '../brands/index.ts'
import { findCustomer } from '../customers/index.ts'
import { findStoredBytes, lockStoredBytes } from '../photos/index.ts'
import { getUnfinishedUploads } from './store/uploads.ts'

/**
 * Throws 507 when a new upload of `size` bytes would exceed a limit of the account (RV-305). Announced bytes count as if
 * they had arrived, so completing an upload never exceeds the quota. Creations of one account wait for each other here.
 */
export async function checkLimits(tx: Tx, accountId: string, size: number): Promise<void> {
  const stored = await lockStoredBytes(tx, accountId)
  const unfinished = await getUnfinishedUploads(tx.db, accountId)
  const limits = await limitsOf(tx.db, accountId)
  if (stored + unfinished.bytes + size > limits.storedBytes) throw limitFailure('quota-exceeded')
  if (unfinished.uploads >= limits.unfinishedUploads || unfinished.bytes + size > limits.unfinishedBytes)
    throw limitFailure('too-many-unfinished')
}

/** What the account uses of its quota. */
export async function getStorageUsage(db: Reader, accountId: string) {
  return {
    storedBytes: await findStoredBytes(db, accountId),
    unfinishedBytes: (await getUnfinishedUploads(db, accountId)).bytes,
    quotaBytes: (await limitsOf(db, accountId)).storedBytes,
  }
}

async function limitsOf(db: Reader, accountId: string) {
  const brand = brandById((await findCustomer(db, accountId))?.brand_id ?? '')
  return brand.storageLimits ?? DEFAULT_STORAGE_LIMITS
}

const limitFailure = (reason: UploadLimit) =>
  new Failure('quota-exceeded', `The account has reached a limit: ${reason}`, { fields: { reason } })
