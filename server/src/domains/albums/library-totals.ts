import type { LibraryTotals } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { findRunningLibraryMove } from '../photos/index.ts'
import { findLibraryTotals } from './store/albums.ts'

/** Returns numbers of the account's photos and albums (PL-153). Throws not-found for an account that does not exist. */
export async function getLibraryTotals(ctx: Context, accountId: string): Promise<LibraryTotals> {
  const customer = await findLibraryTotals(ctx.db, accountId)
  if (!customer) throw notFound('Customer')
  const move = await findRunningLibraryMove(ctx.db, accountId)
  return {
    userId: accountId,
    photosCount: customer.photos ?? 0,
    albumsCount: customer.albums ?? 0,
    registrationDate: customer.registered_at.toISOString(),
    lastUploadedAt: customer.last_uploaded_at?.toISOString() ?? null,
    deletedCount: customer.bin ?? 0,
    ...(move ? { move } : {}),
  }
}
