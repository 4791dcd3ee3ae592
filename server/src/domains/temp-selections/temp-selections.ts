import { createHash, randomUUID } from 'node:crypto'
import { PRINT_PIXELS_MIN, TEMP_SELECTION_HOURS, TEMP_SELECTION_MAX } from '#contract/temp-selections.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import type { ServiceCaller } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import { lockChosenPhotos, type PhotoChoice } from '../albums/index.ts'
import { findCustomer } from '../customers/index.ts'
import { type RateLimit, requireAttempt } from '../identity/index.ts'
import { findAvailablePhotoIds, findSmallPhotoIds, sortByDateTaken } from '../photos/index.ts'
import { findSelection, findSelectionByRequest, insertSelection, type TempSelectionRow } from './store.ts'

/** Far above real use; bounds what is stored for a day. */
const SELECTION_LIMIT: RateLimit = { name: 'temp-selection', max: 120, minutes: 60 }

/**
 * Freezes the chosen photos for a day, with `exceptTooSmall` without those that are too small for every
 * print. 404 if a listed photo is not in the caller's library, a rule matches none or none is large enough, 400 above
 * TEMP_SELECTION_MAX, 429 above 120 in an hour. Idempotent with a `requestId`: a repeated call gets the selection of the
 * first one; 409 with other photos, or after the selection has expired.
 */
export async function createTempSelection(
  ctx: Context,
  accountId: string,
  photoChoice: PhotoChoice,
  { requestId = null, exceptTooSmall = false, origin }: SelectionOptions,
): Promise<TempSelectionRow> {
  await requireAttempt(ctx, SELECTION_LIMIT, accountId, 'Too many selections')
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...photoChoice, ...(exceptTooSmall && { exceptTooSmall }) }))
    .digest('base64url')
  return change(ctx, async tx => {
    if (requestId !== null) {
      const existingSelection = await findSelectionByRequest(tx.db, accountId, requestId)
      if (existingSelection) return checkSameRequest(ctx, existingSelection, hash)
    }
    const now = ctx.clock.now()
    const row: TempSelectionRow = {
      account_id: accountId,
      selection_id: randomUUID(),
      request_id: requestId,
      request_hash: hash,
      photo_ids: await listChosenIds(tx, accountId, photoChoice, exceptTooSmall, now),
      origin,
      created_at: now,
      expires_at: new Date(now.getTime() + TEMP_SELECTION_HOURS * 3_600_000),
    }
    if (await insertSelection(tx, row)) return row
    // A concurrent call with the same request id inserted first.
    return checkSameRequest(ctx, (await findSelectionByRequest(tx.db, accountId, requestId!))!, hash)
  })
}

interface SelectionOptions {
  requestId?: string | null | undefined
  exceptTooSmall?: boolean | undefined
  origin: string
}

/** Returns the caller's selection and the ids of its photos that are still in the library. */
export async function getTempSelection(
  ctx: Context,
  accountId: string,
  selectionId: string,
): Promise<{ row: TempSelectionRow; photoIds: string[] }> {
  const row = requireFound(await findSelection(ctx.db, accountId, selectionId, ctx.clock.now()), 'Selection')
  const availableIds = await findAvailablePhotoIds(ctx.db, accountId, row.photo_ids)
  return { row, photoIds: row.photo_ids.filter(id => availableIds.has(id)) }
}

/** Returns a selection of any customer of the service's vendors, for the prints editor; 404 for that of a deleted account. */
export async function getTempSelectionForEditor(
  ctx: Context,
  selectionId: string,
  service: ServiceCaller,
): Promise<TempSelectionRow> {
  const row = await findSelection(ctx.db, null, selectionId, ctx.clock.now())
  const customer = row && (await findCustomer(ctx.db, row.account_id))
  if (!row || !customer || customer.deleted_at || !mayAccessVendor(service, customer.vendor))
    throw notFound('Selection')
  return row
}

/** Returns the row of an earlier call; conflict when that call had other photos, or the selection has expired. */
export function checkSameRequest(ctx: Context, row: TempSelectionRow, hash: string): TempSelectionRow {
  if (row.request_hash !== hash || row.expires_at <= ctx.clock.now())
    throw new Failure('conflict', 'This request id is used already')
  return row
}

async function listChosenIds(
  tx: Tx,
  accountId: string,
  photoChoice: PhotoChoice,
  exceptTooSmall: boolean,
  now: Date,
): Promise<string[]> {
  const lockedIds = await lockChosenPhotos(tx, accountId, photoChoice, now)
  if (lockedIds.length === 0) throw notFound('Photo')
  if (lockedIds.length > TEMP_SELECTION_MAX)
    throw new Failure('bad-request', `Not valid: selection of more than ${TEMP_SELECTION_MAX} photos`, {
      fields: { selection: 'too-many' },
    })
  // Photos listed by id keep the order of the request.
  const photoIds =
    'photoIds' in photoChoice
      ? [...new Set(photoChoice.photoIds)]
      : await sortByDateTaken(tx.db, accountId, lockedIds)
  if (!exceptTooSmall) return photoIds
  const smallIds = await findSmallPhotoIds(tx.db, accountId, photoIds, PRINT_PIXELS_MIN)
  if (smallIds.size === photoIds.length) throw notFound('Photo')
  return photoIds.filter(id => !smallIds.has(id))
}
