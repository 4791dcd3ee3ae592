import { createHash, randomUUID } from 'node:crypto'
import { TEMP_SELECTION_HOURS, TEMP_SELECTION_MAX } from '#contract/temp-selections.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { lockChosenPhotos, type PhotoChoice } from '../albums/index.ts'
import { findCustomer } from '../customers/index.ts'
import { countAttempt, type RateLimit } from '../identity/index.ts'
import { findAvailablePhotoIds, sortByDateTaken } from '../photos/index.ts'
import { findSelection, findSelectionByRequest, insertSelection, type TempSelectionRow } from './store.ts'

/** Far more than anybody orders; what is kept for a day stays small. */
const SELECTIONS: RateLimit = { name: 'temp-selection', most: 120, minutes: 60 }

/**
 * Freezes the chosen photos for a day (PL-189, OP-28). 404 when one that is named is not in the caller's library or a
 * rule finds none, 400 above TEMP_SELECTION_MAX, 429 above 120 in an hour. With a `requestId` a repeated call answers
 * the first one's selection as it was frozen; the id with other photos, or after its day, is a conflict.
 */
export async function createTempSelection(
  ctx: Context,
  accountId: string,
  chosen: PhotoChoice,
  { requestId = null, origin }: { requestId?: string | null | undefined; origin: string },
): Promise<TempSelectionRow> {
  const wait = await countAttempt(ctx, SELECTIONS, accountId)
  if (wait !== null)
    throw new Failure('too-many-requests', 'Too many selections', { retryAfterSeconds: wait * 60 })
  const hash = createHash('sha256').update(JSON.stringify(chosen)).digest('base64url')
  return change(ctx, async tx => {
    if (requestId !== null) {
      const before = await findSelectionByRequest(tx.db, accountId, requestId)
      if (before) return sameRequest(ctx, before, hash)
    }
    const now = ctx.clock.now()
    const row: TempSelectionRow = {
      account_id: accountId,
      selection_id: randomUUID(),
      request_id: requestId,
      request_hash: hash,
      photo_ids: await frozen(tx, accountId, chosen),
      origin,
      created_at: now,
      expires_at: new Date(now.getTime() + TEMP_SELECTION_HOURS * 3_600_000),
    }
    if (await insertSelection(tx, row)) return row
    // The same call at the same moment was quicker.
    return sameRequest(ctx, (await findSelectionByRequest(tx.db, accountId, requestId!))!, hash)
  })
}

/** The caller's selection and those of its photos that are in the library now. */
export async function getTempSelection(
  ctx: Context,
  accountId: string,
  selectionId: string,
): Promise<{ row: TempSelectionRow; photoIds: string[] }> {
  const row = await findSelection(ctx.db, accountId, selectionId, ctx.clock.now())
  if (!row) throw notFound('Selection')
  const there = await findAvailablePhotoIds(ctx.db, accountId, row.photo_ids)
  return { row, photoIds: row.photo_ids.filter(id => there.has(id)) }
}

/** Any customer's selection, for the editor; not that of a deleted account. */
export async function getTempSelectionForEditor(
  ctx: Context,
  selectionId: string,
): Promise<TempSelectionRow> {
  const row = await findSelection(ctx.db, null, selectionId, ctx.clock.now())
  const customer = row && (await findCustomer(ctx.db, row.account_id))
  if (!row || !customer || customer.deleted_at) throw notFound('Selection')
  return row
}

function sameRequest(ctx: Context, row: TempSelectionRow, hash: string): TempSelectionRow {
  if (row.request_hash !== hash || row.expires_at <= ctx.clock.now())
    throw new Failure('conflict', 'This request id is used already')
  return row
}

async function frozen(tx: Tx, accountId: string, chosen: PhotoChoice): Promise<string[]> {
  const held = await lockChosenPhotos(tx, accountId, chosen)
  if (held.length === 0) throw notFound('Photo')
  if (held.length > TEMP_SELECTION_MAX)
    throw new Failure('bad-request', `Not valid: selection of more than ${TEMP_SELECTION_MAX} photos`, {
      fields: { selection: 'too-many' },
    })
  // Named ones are all held: in the order in which they were named.
  return 'photoIds' in chosen ? [...new Set(chosen.photoIds)] : sortByDateTaken(tx.db, accountId, held)
}
