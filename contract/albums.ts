import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { albumDetails } from './input/album.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { cursor, pageLimit } from './paging.ts'
import { photoSelection, SELECTION_IDS_MAX } from './photo-selection.ts'
import { IDS_PER_CALL_MAX, INDEX_STEP, image, PHOTOS_PAGE, photoPage, sortKey, sortOrder } from './photos.ts'
import { count, instant, queryBoolean } from './scalars.ts'

/** Albums of one page; the first page of a list with a 'New album' tile asks for one less. */
export const ALBUMS_PAGE = 50
export const ALBUMS_FIRST_PAGE = ALBUMS_PAGE - 1
/** Photos rendered as one section of an album; they are loaded in pages of PHOTOS_PAGE. */
export const ALBUM_SECTION = 24

/**
 * One album. `coverPhoto` is the chosen one, else the photo that was added first; null while the album is
 * empty. `size` is the sum of its originals in bytes. `userId` is its owner.
 */
export const album = z.object({
  albumId: id,
  userId: z.string(),
  albumName: z.string().min(1),
  coverPhoto: image.nullable(),
  coverChosen: z.boolean(),
  photosCount: count,
  size: count,
  created: instant,
  /** Last change of its name, its cover or its photos. */
  updated: instant,
  isShared: z.boolean(),
})
export type Album = z.infer<typeof album>

/** `addressesExpire`: when the addresses of its covers expire, as for a page of photos. */
export const albumPage = z.object({
  cursor: z.string().nullable(),
  albums: z.array(album),
  addressesExpire: instant,
})
export type AlbumPage = z.infer<typeof albumPage>

export const albumSortKey = z.enum(['created', 'updated', 'albumName'])
export type AlbumSortKey = z.infer<typeof albumSortKey>

const albumParams = z.object({ id: idInput })
const albumPhotoParams = z.object({ id: idInput, photoId: idInput })

/**
 * How an album's photos are ordered. 'created' is when the photo was added to the album ('Date added'): in
 * answers about an album, `created` of each image is that instant, while `uploadEnd` is the upload. Photos without a
 * date come last when sorted by 'dateTaken'.
 */
const photoOrder = z.object({ sortKey: sortKey.default('created'), sortOrder: sortOrder.default('desc') })

export const getAlbums = endpoint('GET', 'photoManagement', '/albums', {
  policy: 'customer',
  summary:
    'Own albums, newest first (PL-165); displaySharedData=true adds those the caller has shared (OP-35)',
  query: z.object({
    cursor,
    limit: pageLimit(ALBUMS_PAGE),
    displaySharedData: queryBoolean.default(false),
    sortKey: albumSortKey.default('created'),
    sortOrder: sortOrder.default('desc'),
  }),
  answer: albumPage,
})

/**
 * Idempotent with an `albumId` chosen by the client: a repeated call creates no second album and gets the same answer.
 */
export const createAlbum = endpoint('POST', 'photoManagement', '/albums', {
  policy: 'customer',
  summary: 'A new, empty album (PL-163); conflict when albumId is used under another name',
  body: z.object({ ...albumDetails.shape, albumId: idInput.optional() }),
  answer: z.object({ albumId: id, albumName: z.string().min(1) }),
  status: 201,
  errors: ['conflict'],
})

export const getAlbum = endpoint('GET', 'photoManagement', '/albums/:id', {
  policy: 'customer',
  summary: 'One own album (PL-164)',
  params: albumParams,
  answer: album,
  errors: ['not-found'],
})

/** `coverPhotoId` chooses the cover, one of the album's photos; null resets it to the first photo. */
export const updateAlbum = endpoint('PATCH', 'photoManagement', '/albums/:id', {
  policy: 'customer',
  summary: 'Renames an album (PL-163), or chooses its cover; a shared album is forbidden',
  params: albumParams,
  body: z
    .object({ name: z.optional(albumDetails.shape.name), coverPhotoId: idInput.nullable().optional() })
    .refine(({ name, coverPhotoId }) => name !== undefined || coverPhotoId !== undefined, {
      error: 'missing' satisfies FieldIssue,
      path: ['name'],
    }),
  answer: album,
  isConditional: true,
  errors: ['forbidden', 'not-found'],
})

export const deleteAlbum = endpoint('DELETE', 'photoManagement', '/albums/:id', {
  policy: 'customer',
  summary: 'Removes an album, not its photos (PL-163), until it is restored; again is 404',
  params: albumParams,
  errors: ['not-found'],
})

export const restoreAlbum = endpoint('POST', 'photoManagement', '/albums/:id/restore', {
  policy: 'customer',
  summary:
    'Brings back a removed album with its name, photos, cover and date, for the days of the bin; again changes nothing',
  params: albumParams,
  answer: album,
  errors: ['not-found'],
})

export const getAlbumPhotos = endpoint('GET', 'photoManagement', '/albums/:id/photos', {
  policy: 'customer',
  summary: "One page of an album's photos (PL-167)",
  params: albumParams,
  query: photoOrder.extend({
    cursor,
    limit: pageLimit(PHOTOS_PAGE),
  }),
  answer: photoPage,
  errors: ['not-found'],
})

/** Cursors of every INDEX_STEP-th photo of an album, for random access to large albums with one call. */
export const getAlbumIndex = endpoint('GET', 'photoManagement', '/albums/:id/photos/index', {
  policy: 'customer',
  summary: `Cursors of every ${INDEX_STEP}th photo of an album, first one null`,
  params: albumParams,
  query: photoOrder,
  answer: z.object({ step: z.int(), count, cursors: z.array(z.string().nullable()) }),
  errors: ['not-found'],
})

/** One photo with its position, so that a deep link can open anywhere in the album. */
export const getAlbumPhoto = endpoint('GET', 'photoManagement', '/albums/:id/photos/:photoId', {
  policy: 'customer',
  summary: 'One photo of an album and its position in it',
  params: albumPhotoParams,
  query: photoOrder,
  answer: z.object({ image, position: count, addressesExpire: instant }),
  errors: ['not-found'],
})

const ids = z.array(idInput).min(1).max(IDS_PER_CALL_MAX)

/**
 * Adds photos to an album: `photoIds` as documented (one that is not the caller's is 404 and nothing is added), or a
 * `selection` of any size in one call, all or nothing. Photos that are in the album already keep their
 * position. The photos of one call are ordered by their date taken.
 */
export const addAlbumPhotos = endpoint('POST', 'photoManagement', '/albums/:id/photos', {
  policy: 'customer',
  summary: "Adds the caller's photos to an album, each once (PL-166)",
  params: albumParams,
  body: z
    .object({ photoIds: ids.optional(), selection: photoSelection.optional() })
    .refine(({ photoIds, selection }) => (photoIds === undefined) !== (selection === undefined), {
      error: 'conflict' satisfies FieldIssue,
      path: ['photoIds'],
    }),
  answer: z.object({ added: count, photosCount: count }),
  errors: ['forbidden', 'not-found'],
})

/**
 * Removes photos from an album, not from the library: `photoIds` as documented (ids that are not in the album
 * count as done), or all photos except `allExcept`.
 */
export const removeAlbumPhotos = endpoint('DELETE', 'photoManagement', '/albums/:id/photos', {
  policy: 'customer',
  summary: 'Removes photos from an album, the photos stay in the library (PL-168)',
  params: albumParams,
  body: z
    .object({ photoIds: ids.optional(), allExcept: z.array(idInput).max(SELECTION_IDS_MAX).optional() })
    .refine(({ photoIds, allExcept }) => (photoIds === undefined) !== (allExcept === undefined), {
      error: 'conflict' satisfies FieldIssue,
      path: ['photoIds'],
    }),
  answer: z.object({ removed: count, photosCount: count }),
  errors: ['forbidden', 'not-found'],
})

export const removeAlbumPhoto = endpoint('DELETE', 'photoManagement', '/albums/:id/photos/:photoId', {
  policy: 'customer',
  summary: 'Removes one photo from an album (PL-169, OP-36); again is 404',
  params: albumPhotoParams,
  errors: ['forbidden', 'not-found'],
})
