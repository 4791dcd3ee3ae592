import { DEFAULT_STORAGE_LIMITS } from '#contract/brands.ts'
import type { UploadLimit } from '#contract/uploads.ts'
import type { Reader, Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { checkNotDeleting } from '../activation/index.ts'
import { getBrandById } from '../brands/index.ts'
import { findStoredBytes, lockStoredBytes } from '../photos/index.ts'
import { getUnfinishedUploads } from './store/uploads.ts'

/**
 * Throws 507 when a new upload of `size` bytes would exceed a limit of the account, 403 while its library is being
 * deleted. Announced bytes count as if they had arrived, so completing an upload never exceeds the quota. Serializes
 * the creations of one account.
 */
export async function checkLimits(tx: Tx, accountId: string, size: number): Promise<void> {
  const storedBytes = await lockStoredBytes(tx, accountId)
  // A separate statement, so that it sees the rows of creations that held the lock before.
  const unfinished = await getUnfinishedUploads(tx.db, accountId)
  checkNotDeleting(unfinished.activation_state)
  const limits = getStorageLimits(unfinished.brand_id)
  if (storedBytes + unfinished.bytes + size > limits.storedBytes) throw createLimitFailure('quota-exceeded')
  if (unfinished.uploads >= limits.unfinishedUploads || unfinished.bytes + size > limits.unfinishedBytes)
    throw createLimitFailure('too-many-unfinished')
}

export async function getStorageUsage(db: Reader, accountId: string) {
  const unfinished = await getUnfinishedUploads(db, accountId)
  return {
    storedBytes: await findStoredBytes(db, accountId),
    unfinishedBytes: unfinished.bytes,
    quotaBytes: getStorageLimits(unfinished.brand_id).storedBytes,
  }
}

const getStorageLimits = (brandId: string | null) =>
  getBrandById(brandId ?? '').storageLimits ?? DEFAULT_STORAGE_LIMITS

const createLimitFailure = (reason: UploadLimit) =>
  new Failure('quota-exceeded', `The account has reached a limit: ${reason}`, { fields: { reason } })
