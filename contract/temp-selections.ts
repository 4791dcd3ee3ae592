import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput, id, idInput } from './id.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { cursor, nextCursor } from './paging.ts'
import { photoSelection } from './photo-selection.ts'
import { image } from './photos.ts'
import { getPixelsFor } from './print-quality.ts'
import { count, deadline, instant, wholeNumber } from './scalars.ts'

/** Maximum of photos in one temporary selection. */
export const TEMP_SELECTION_MAX = 10_000
/** Hours until a temporary selection expires. */
export const TEMP_SELECTION_HOURS = 24
/** Pixels of the longer and the shorter side with which the smallest print, 10 × 15 cm, is not too small. */
export const PRINT_PIXELS_MIN = getPixelsFor({ long: 150, short: 100 }, 'fair')
/** Minimum display time of the handoff's overlay, in milliseconds. */
export const PRINTS_OVERLAY_MS = 3000

const selectionParams = z.object({ id: idInput })

/**
 * Freezes which photos are chosen: `photoIds` as documented, in their order, each once (one that is not the caller's
 * is 404), or a `selection` by rule, in the order of the date taken. With `exceptTooSmall` those with fewer
 * pixels than PRINT_PIXELS_MIN are left out. Idempotent with a `requestId`: a repeated call gets the same answer;
 * conflict when the id was used for other photos.
 */
export const createTempSelection = endpoint('POST', 'tempSelections', '/temp-selections', {
  policy: 'customer',
  summary: "Freezes a choice of the caller's photos for the prints editor (PL-189)",
  body: z
    .object({
      photoIds: z.array(idInput).min(1).max(TEMP_SELECTION_MAX).optional(),
      selection: photoSelection.optional(),
      requestId: idInput.optional(),
      exceptTooSmall: z.boolean().optional(),
    })
    .refine(({ photoIds, selection }) => (photoIds === undefined) !== (selection === undefined), {
      error: 'conflict' satisfies FieldIssue,
      path: ['photoIds'],
    }),
  answer: z.object({
    tempSelectionId: id,
    photosCount: z.int().min(1),
    /** How many of them are too small for every print. */
    tooSmallCount: count,
    expires: deadline,
  }),
  status: 201,
  errors: ['forbidden', 'not-found', 'conflict'],
})

/** Lists the photos that are in the library now: deleted photos are missing, restored ones are listed again. */
export const getTempSelection = endpoint('GET', 'tempSelections', '/temp-selections/:id', {
  policy: 'customer',
  summary: 'The photos of a temporary selection of the caller (PL-189); 404 once it has expired',
  params: selectionParams,
  answer: z.object({ tempSelectionId: id, photoIds: z.array(id), expires: deadline }),
  errors: ['not-found'],
})

/**
 * A chosen photo as the editor sees it. `position` counts from 0 in the frozen order; `url` delivers the untouched
 * bytes. Its addresses give access to this photo only, from any site, until `addressesExpire` of the answer.
 */
export const chosenPhoto = image
  .pick({
    imageId: true,
    localFileName: true,
    contentType: true,
    size: true,
    url: true,
    untouchedUrl: true,
    thumbnails: true,
    dateTaken: true,
    visibleWidth: true,
    visibleHeight: true,
    state: true,
  })
  .extend({ position: count })
export type ChosenPhoto = z.infer<typeof chosenPhoto>

/**
 * Documented for the retailer in docs/retailer-interface.md. The frozen list never changes, so that the first page may begin
 * at any position, `from`.
 */
export const getRetailerTempSelection = endpoint('GET', 'tempSelections', '/retailer/temp-selections/:id', {
  policy: 'service',
  serviceScope: 'selections:read',
  summary: 'A temporary selection for the prints editor: whose it is, and its photos with fresh addresses',
  params: selectionParams,
  query: z.strictObject({
    from: wholeNumber({ min: 0, max: TEMP_SELECTION_MAX }).default(0),
    cursor,
    limit: wholeNumber({ min: 1, max: 500 }).default(100),
  }),
  answer: z.object({
    tempSelectionId: id,
    accountId: z.string(),
    created: instant,
    expires: deadline,
    /** The page on which the customer chose the photos, to return to. */
    libraryUrl: z.string(),
    /** Number of chosen photos, and of those that are in the library now. */
    photosCount: z.int().min(1),
    availableCount: count,
    cursor: nextCursor,
    addressesExpire: instant,
    images: z.array(chosenPhoto),
  }),
  errors: ['not-found'],
})

const chosenPhotos = z.strictObject({
  accountId: accountIdInput,
  photoIds: z.array(idInput).min(1).max(TEMP_SELECTION_MAX),
})

/**
 * Photos of an earlier order, chosen again by the retailer's shop: those that are still in the library, in the order of
 * the call. 404 when none is. Idempotent with its `requestId` like createTempSelection.
 */
export const createRetailerTempSelection = endpoint('POST', 'tempSelections', '/retailer/temp-selections', {
  policy: 'service',
  serviceScope: 'selections:read',
  summary: 'Freezes photos of an earlier order for ordering them again (AA-081)',
  body: chosenPhotos.extend({ requestId: idInput }),
  answer: z.object({ tempSelectionId: id, photosCount: z.int().min(1), expires: deadline }),
  errors: ['not-found', 'conflict'],
})

export const findRetailerPhotos = endpoint('POST', 'tempSelections', '/retailer/available-photos', {
  policy: 'service',
  serviceScope: 'selections:read',
  summary: 'Which photos of an earlier order are still in the library (AA-081); none of a deleted account',
  body: chosenPhotos,
  answer: z.object({ photoIds: z.array(id) }),
})
