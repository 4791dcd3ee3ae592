import { createHash, randomUUID } from 'node:crypto'
import { TEMP_SELECTION_HOURS } from '#contract/temp-selections.ts'
import { type Context, change } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import type { ServiceCaller } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { findAvailablePhotoIds } from '../photos/index.ts'
import { findSelectionByRequest, insertSelection, type TempSelectionRow } from './store.ts'
import { checkSameRequest } from './temp-selections.ts'

interface ChosenPhotos {
  accountId: string
  photoIds: readonly string[]
}

/**
 * Freezes the given photos that are still in the account's library for a day (AA-081). 404 when none is, or the
 * account is unknown or deleted. Idempotent: a repeated call gets the selection of the first one; 409 with other
 * photos, or after the selection has expired.
 */
export async function createRetailerSelection(
  ctx: Context,
  { requestId, ...chosenPhotos }: ChosenPhotos & { requestId: string },
  { origin, service }: { origin: string; service: ServiceCaller },
): Promise<TempSelectionRow> {
  const { accountId } = chosenPhotos
  const hash = createHash('sha256').update(JSON.stringify(chosenPhotos)).digest('base64url')
  return change(ctx, async tx => {
    const customer = await findActiveCustomer(tx.db, accountId)
    if (!customer || !mayAccessVendor(service, customer.vendor)) throw notFound('Photo')
    const existingSelection = await findSelectionByRequest(tx.db, accountId, requestId)
    if (existingSelection) return checkSameRequest(ctx, existingSelection, hash)
    const photoIds = await listAvailablePhotoIds(tx.db, chosenPhotos, service)
    if (photoIds.length === 0) throw notFound('Photo')
    const now = ctx.clock.now()
    const row: TempSelectionRow = {
      account_id: accountId,
      selection_id: randomUUID(),
      request_id: requestId,
      request_hash: hash,
      photo_ids: photoIds,
      origin,
      created_at: now,
      expires_at: new Date(now.getTime() + TEMP_SELECTION_HOURS * 3_600_000),
    }
    if (await insertSelection(tx, row)) return row
    // A concurrent call with the same request id inserted first.
    return checkSameRequest(ctx, (await findSelectionByRequest(tx.db, accountId, requestId))!, hash)
  })
}

/** Filters the photos to those in the account's library, in the given order and without duplicates. */
export function findRetailerPhotos(
  { db }: Context,
  chosenPhotos: ChosenPhotos,
  service: ServiceCaller,
): Promise<string[]> {
  return listAvailablePhotoIds(db, chosenPhotos, service)
}

async function listAvailablePhotoIds(
  db: Context['db'],
  { accountId, photoIds }: ChosenPhotos,
  service: ServiceCaller,
): Promise<string[]> {
  const customer = await findActiveCustomer(db, accountId)
  if (!customer || !mayAccessVendor(service, customer.vendor)) return []
  const uniqueIds = [...new Set(photoIds)]
  const availableIds = await findAvailablePhotoIds(db, accountId, uniqueIds)
  return uniqueIds.filter(id => availableIds.has(id))
}
