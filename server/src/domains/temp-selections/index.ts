import { createHash, randomUUID } from 'node:crypto'
import * as contract from '#contract/temp-selections.ts'
import { type ChosenPhoto, TEMP_SELECTION_HOURS } from '#contract/temp-selections.ts'
import { type Context, change } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { decodeOffset, encodeOffset } from '../../http/cursor.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route, type ServiceCaller } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import { atMost, deleteRows } from '../../platform/db/rows.ts'
import { defineJob, handleJob } from '../../platform/jobs/jobs.ts'
import { findActiveCustomer } from '../customers/index.ts'
import {
  createMediaAddressBuilder,
  findAvailablePhotoIds,
  findPhotos,
  findSmallPhotoIds,
  getAddressExpiry,
  type PhotoRow,
  presentImage,
} from '../photos/index.ts'
import { countOriginalReads } from '../services/index.ts'
import { findSelectionByRequest, insertSelection, type TempSelectionRow } from './store.ts'
import { tempSelectionTables } from './tables.ts'
import {
  checkSameRequest,
  createTempSelection,
  getTempSelection,
  getTempSelectionForEditor,
} from './temp-selections.ts'

const tempSelectionRoutes: readonly Route[] = [
  route(contract.createTempSelection, async ({ ctx, caller, body, origin }) => {
    const { photoIds, selection, requestId, exceptTooSmall } = body
    const photoChoice = selection ? { selection } : { photoIds: photoIds ?? [] }
    const row = await createTempSelection(ctx, caller.accountId, photoChoice, {
      requestId,
      exceptTooSmall,
      origin,
    })
    return {
      tempSelectionId: row.selection_id,
      photosCount: row.photo_ids.length,
      tooSmallCount: (
        await findSmallPhotoIds(ctx.db, caller.accountId, row.photo_ids, contract.PRINT_PIXELS_MIN)
      ).size,
      expires: row.expires_at.toISOString(),
    }
  }),

  route(contract.getTempSelection, async ({ ctx, caller, params }) => {
    const { row, photoIds } = await getTempSelection(ctx, caller.accountId, params.id)
    return { tempSelectionId: row.selection_id, photoIds, expires: row.expires_at.toISOString() }
  }),

  route(contract.createRetailerTempSelection, async ({ ctx, body, origin, request }) => {
    const row = await createRetailerSelection(ctx, body, { origin, service: request.service! })
    return {
      tempSelectionId: row.selection_id,
      photosCount: row.photo_ids.length,
      expires: row.expires_at.toISOString(),
    }
  }),
  route(contract.findRetailerPhotos, async ({ ctx, body, request }) => ({
    photoIds: await findRetailerPhotos(ctx, body, request.service!),
  })),

  route(contract.getRetailerTempSelection, async ({ ctx, params, query, origin, request }) => {
    const service = request.service!
    const row = await getTempSelectionForEditor(ctx, params.id, service)
    const { account_id: accountId, photo_ids: ids } = row
    const scope = ['temp-selections', row.selection_id] as const
    const start = query.cursor === undefined ? query.from : decodeOffset(scope, query.cursor)
    const end = start + query.limit
    const pageIds = ids.slice(start, end)
    const photoById = new Map(
      (await findPhotos(ctx.db, accountId, pageIds)).map(photo => [photo.photo_id, photo]),
    )
    await countOriginalReads(ctx, service, photoById.size)
    const present = createChosenPhotoPresenter(ctx, accountId, origin)
    return {
      tempSelectionId: row.selection_id,
      accountId,
      created: row.created_at.toISOString(),
      expires: row.expires_at.toISOString(),
      libraryUrl: `${row.origin}/my-photos/photos`,
      photosCount: ids.length,
      availableCount: (await findAvailablePhotoIds(ctx.db, accountId, ids)).size,
      cursor: end < ids.length ? encodeOffset(scope, end) : null,
      addressesExpire: getAddressExpiry(ctx),
      images: pageIds.flatMap((id, i) => {
        const photo = photoById.get(id)
        return photo ? [present(photo, start + i)] : []
      }),
    }
  }),
]

/** Clean-up: deletes expired temporary selections. */
export const cleanUpTempSelectionsJob = defineJob<Record<string, never>>('temp-selections.tidy', {
  schedule: '41 * * * *',
})

/** Photos chosen for the prints editor, frozen for a day. */
export const tempSelections = defineDomain({
  name: 'temp-selections',
  dependsOn: ['services', 'customers', 'identity', 'photos', 'albums'],
  tables: tempSelectionTables,
  routes: tempSelectionRoutes,
  jobs: [
    handleJob(cleanUpTempSelectionsJob, ctx =>
      deleteRows(ctx.db, 'temp_selections', { expires_at: atMost(ctx.clock.now()) }),
    ),
  ],
  eraseAccount: eraseRows(tempSelectionTables),
})

/** Presents chosen photos for the prints editor; each address grants access to its own photo only. */
function createChosenPhotoPresenter(ctx: Context, accountId: string, origin: string) {
  const buildAddress = createMediaAddressBuilder(ctx, accountId, origin, 'photo')
  return (row: PhotoRow, position: number): ChosenPhoto => {
    const image = presentImage(row, buildAddress)
    return {
      position,
      imageId: image.imageId,
      localFileName: image.localFileName,
      contentType: image.contentType,
      size: image.size,
      url: image.url,
      untouchedUrl: image.untouchedUrl,
      thumbnails: image.thumbnails,
      ...(image.dateTaken ? { dateTaken: image.dateTaken } : {}),
      visibleWidth: image.visibleWidth,
      visibleHeight: image.visibleHeight,
      state: image.state,
    }
  }
}

interface ChosenPhotos {
  accountId: string
  photoIds: readonly string[]
}

/**
 * Freezes the given photos that are still in the account's library for a day. 404 when none is, or the
 * account is unknown or deleted. Idempotent: a repeated call gets the selection of the first one; 409 with other
 * photos, or after the selection has expired.
 */
async function createRetailerSelection(
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
function findRetailerPhotos(
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
