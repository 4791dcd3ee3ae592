import { millisecondsInDay } from 'date-fns/constants'
import type { getDeletionPreview } from '#contract/closures.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Context, Reader } from '../../context.ts'
import { findActivation } from '../activation/index.ts'
import { findLibraryTotals } from '../albums/index.ts'
import { countInvoices } from '../invoices/index.ts'
import { countOrders, listOpenOrders } from '../orders/index.ts'
import { getLibrarySize } from '../photos/index.ts'
import { countProjects } from '../projects/index.ts'
import { countWidgets } from '../widgets/index.ts'
import { findDeletionDate } from './closing.ts'

/** Counts the data that deleting the account deletes, and lists the orders that stay. */
export async function previewDeletion(
  ctx: Context,
  accountId: string,
): Promise<Answer<typeof getDeletionPreview>> {
  const { db, clock } = ctx
  const deletionDate = await findDeletionDate(ctx, db, accountId)
  const { photos, bytes } = await getLibrarySize(db, accountId)
  const openOrders = await listOpenOrders(db, accountId)
  return {
    graceDays: Math.ceil((deletionDate.getTime() - clock.now().getTime()) / millisecondsInDay),
    photos,
    ...(await countArchivePhotos(db, accountId)),
    albums: (await findLibraryTotals(db, accountId))?.albums ?? 0,
    bytes,
    projects: await countProjects(db, accountId, clock.now()),
    widgets: await countWidgets(db, accountId),
    orders: await countOrders(db, accountId),
    invoices: await countInvoices(db, accountId),
    openOrders: openOrders.map(({ code, status, payableUntil }) => ({
      code,
      status,
      ...(payableUntil ? { paymentExpiresAt: payableUntil.toISOString() } : {}),
    })),
  }
}

/** Counts the photos of the legacy library that are not imported; null when they were not counted. */
async function countArchivePhotos(db: Reader, accountId: string): Promise<{ archivePhotos?: number | null }> {
  const activation = await findActivation(db, accountId)
  if (activation?.state !== 'not-active' && activation?.state !== 'importing') return {}
  if (activation.photos === null) return { archivePhotos: null }
  const unimportedPhotos = activation.photos - activation.added - activation.already_there
  return unimportedPhotos > 0 ? { archivePhotos: unimportedPhotos } : {}
}
