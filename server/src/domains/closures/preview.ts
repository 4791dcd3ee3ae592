import type { getDeletionPreview } from '#contract/closures.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { findLibraryTotals } from '../albums/index.ts'
import { countInvoices } from '../invoices/index.ts'
import { countOrders, listOpenOrders } from '../orders/index.ts'
import { getLibrarySize } from '../photos/index.ts'
import { countProjects } from '../projects/index.ts'

/** What deleting the account deletes, and what stays. */
export async function previewDeletion(
  { db, config, clock }: Context,
  accountId: string,
): Promise<Answer<typeof getDeletionPreview>> {
  const { photos, bytes } = await getLibrarySize(db, accountId)
  const openOrders = await listOpenOrders(db, accountId)
  return {
    graceDays: config.closureGraceDays,
    photos,
    albums: (await findLibraryTotals(db, accountId))?.albums ?? 0,
    bytes,
    projects: await countProjects(db, accountId, clock.now()),
    orders: await countOrders(db, accountId),
    invoices: await countInvoices(db, accountId),
    openOrders: openOrders.map(({ code, status, payableUntil }) => ({
      code,
      status,
      ...(payableUntil ? { paymentExpiresAt: payableUntil.toISOString() } : {}),
    })),
  }
}
