import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { cursor, pageLimit } from './paging.ts'
import { count, deadline, instant, queryBoolean, wholeNumber } from './scalars.ts'

/** Pages of the photo library. */
export const TIMELINE_PAGE = 24
export const PHOTOS_PAGE = 500
/** Photos between two entries of a month's index. */
export const INDEX_STEP = 240
/** Ids per bulk call the client sends and the server accepts. */
export const IDS_PER_CALL = 100
export const IDS_PER_CALL_MAX = 500
/** Days a deleted photo stays restorable; the server's configuration may shorten it. */
export const BIN_DAYS = 30
/** Wide photos per month that a timeline names at most. */
export const WIDE_PER_MONTH = 200

/** A camera's local date-time, 'YYYY-MM-DDTHH:mm:ss', without a zone: never converted. */
export const localDateTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)

export const sortKey = z.enum(['created', 'dateTaken'])
export const sortOrder = z.enum(['asc', 'desc'])
export type SortKey = z.infer<typeof sortKey>
export type SortOrder = z.infer<typeof sortOrder>

export const thumbnail = z.object({ id: z.int().min(0), url: z.string(), width: count, height: count })

export const camera = z.object({
  make: z.string().optional(),
  model: z.string().optional(),
  lens: z.string().optional(),
  focalLength: z.number().optional(),
  aperture: z.number().optional(),
  /** Seconds. */
  exposure: z.number().optional(),
  iso: z.number().optional(),
})
export type Camera = z.infer<typeof camera>

/** How exact a date is: 'month' has its first day at 00:00, 'year' 1 January. */
export const datePrecision = z.enum(['second', 'day', 'month', 'year'])
export type DatePrecision = z.infer<typeof datePrecision>

/**
 * One photo. While `state` is 'processing' thumbnails is empty and width/height may be 0.
 * `placeholder` is a thumbhash in base64url. `url` delivers the untouched bytes with content type and file name;
 * `untouchedUrl` the same bytes, shown inline (for HEIC a sharp large rendering). Of photos of other accounts, in shared
 * albums, both deliver the same pixels and number of bytes without position, serial numbers, names and texts.
 */
export const image = z.object({
  imageId: id,
  ownerId: z.string(),
  uploadId: z.string(),
  localFileName: z.string(),
  contentType: z.enum(['image/jpeg', 'image/png', 'image/heic']),
  size: count,
  url: z.string(),
  untouchedUrl: z.string(),
  thumbnails: z.array(thumbnail),
  dateTaken: localDateTime.optional(),
  /** Minutes east of UTC, if the picture contains the offset. */
  dateTakenOffset: z.int().optional(),
  /** How exact `dateTaken` is; to the second without it. */
  dateTakenPrecision: datePrecision.exclude(['second']).optional(),
  /** Where `dateTaken` comes from; from the file without it. 'gps': the time of its position; 'changed': when the file was saved. */
  dateTakenSource: z.enum(['companion', 'gps', 'name', 'changed', 'customer']).optional(),
  uploadEnd: instant,
  visibleWidth: count,
  visibleHeight: count,
  created: instant,
  state: z.enum(['processing', 'ready', 'failed']),
  placeholder: z.string().optional(),
  camera: camera.optional(),
})
export type Image = z.infer<typeof image>

/** `addressesExpire`: when the addresses of its pictures expire, at least an hour after the response. */
export const photoPage = z.object({
  cursor: z.string().nullable(),
  images: z.array(image),
  addressesExpire: instant,
})
export type PhotoPage = z.infer<typeof photoPage>

/** A library move to the bin or back: number of `photos` to move, and number `moved` so far. */
export const libraryMove = z.object({
  moveId: id,
  to: z.enum(['bin', 'library']),
  state: z.enum(['running', 'done']),
  photos: count,
  moved: count,
})
export type LibraryMove = z.infer<typeof libraryMove>

export const libraryTotals = z.object({
  userId: z.string(),
  photosCount: count,
  albumsCount: count,
  registrationDate: instant,
  lastUploadedAt: instant.nullable(),
  /** Photos on 'Recently deleted'. */
  deletedCount: count,
  /** Only while a library move is running. */
  move: libraryMove.optional(),
})
export type LibraryTotals = z.infer<typeof libraryTotals>

/** year → month → count; photos without a date are under 1970/1, with those of January 1970. */
const timeline = z.record(
  z.string().regex(/^\d{4}$/),
  z.record(z.string().regex(/^\d{1,2}$/), z.int().min(1)),
)
export type Timeline = z.infer<typeof timeline>

/**
 * The months that have photos, unordered. Photos without a date are a month of their own, 1970/1 with `undated`, beside January
 * 1970. `wide`: positions in the month, newest first and ascending from 0, of its photos that are at least twice as wide as
 * high; missing when it has none.
 */
export const timelineList = z.object({
  months: z.array(
    z.object({
      year: z.int(),
      month: z.int(),
      undated: z.boolean(),
      photos: z.int().min(1),
      wide: z.array(count).max(WIDE_PER_MONTH).optional(),
    }),
  ),
})
export type TimelineList = z.infer<typeof timelineList>

/** 'list' for a TimelineList in place of the map. */
const timelineForm = z.enum(['map', 'list']).default('map')

const month = z.object({
  year: wholeNumber({ min: 1826, max: 9999 }),
  month: wholeNumber({ min: 1, max: 12 }),
})
const listQuery = z.object({
  cursor,
  sortKey: sortKey.default('dateTaken'),
  sortOrder: sortOrder.default('desc'),
})
const groupBy = z.object({ groupBy: sortKey.default('dateTaken') })
/** Of January 1970 by date taken: the photos without a date, or those with one. Both by default, as the map counts them. */
export const undated = queryBoolean.optional()
export const photoIds = z.object({ photoIds: z.array(idInput).min(1).max(IDS_PER_CALL_MAX) })
const failedIds = z.object({ failed: z.array(z.string()) })

export const getUser = endpoint('GET', 'photoManagement', '/users', {
  policy: 'customer',
  summary: 'Totals of the library (PL-153)',
  answer: libraryTotals,
})

export const getTimeline = endpoint('GET', 'photoManagement', '/users/timeline', {
  policy: 'customer',
  summary:
    'Photos per month (PL-154); groupBy=created groups by upload month (OP-08); form=list tells January 1970 from photos without a date',
  query: groupBy.extend({ form: timelineForm }),
  answer: z.union([timelineList, timeline]),
})

export const getMonthPage = endpoint('GET', 'photoManagement', '/photos/timeline/:year/:month', {
  policy: 'customer',
  summary:
    'One page of a month (PL-156); groupBy says whose months are meant, the client sends its sort key (OP-08)',
  params: month,
  query: listQuery.extend({
    limit: pageLimit(TIMELINE_PAGE),
    groupBy: sortKey.default('dateTaken'),
    undated,
  }),
  answer: photoPage,
})

/** Cursors of every INDEX_STEP-th photo of a month, for random access to large months with one call. */
export const getMonthIndex = endpoint('GET', 'photoManagement', '/photos/timeline/:year/:month/index', {
  policy: 'customer',
  summary: 'Cursors of every 240th photo of a month, first one null',
  params: month,
  query: listQuery.omit({ cursor: true }).extend({ groupBy: sortKey.default('dateTaken'), undated }),
  answer: z.object({ step: z.int(), count, cursors: z.array(z.string().nullable()) }),
})

export const getPhotos = endpoint('GET', 'photoManagement', '/photos', {
  policy: 'customer',
  summary: 'The whole library in pages of 500 (PL-157)',
  query: listQuery.extend({ limit: pageLimit(PHOTOS_PAGE) }),
  answer: photoPage,
})

/** One photo with its position, so that a deep link can open anywhere in the library. */
export const getPhoto = endpoint('GET', 'photoManagement', '/photos/:id', {
  policy: 'customer',
  summary: 'One photo, its month and its position in that month',
  params: z.object({ id: idInput }),
  query: z.object({ sortKey: sortKey.default('dateTaken'), sortOrder: sortOrder.default('desc') }),
  answer: z.object({
    image,
    year: z.int(),
    month: z.int(),
    /** True in the month of photos without a date. */
    undated: z.boolean().optional(),
    position: count,
    addressesExpire: instant,
  }),
  errors: ['not-found'],
})

export const deletePhotos = endpoint('DELETE', 'photoManagement', '/photos', {
  policy: 'customer',
  summary: "Moves the caller's photos to the bin (PL-160, PL-161, OP-91)",
  body: photoIds,
  answer: failedIds,
})

/** Answers immediately; a job moves the photos. 'library-move' messages and GET /users report its progress. */
export const deleteAllPhotos = endpoint('DELETE', 'photoManagement', '/photos/all', {
  policy: 'customer',
  summary:
    "Moves all the caller's photos to the bin (PL-162, OP-34); asked again while it runs it is one move",
  answer: libraryMove,
  status: 202,
  continues: 'library.deleted',
})

/** A photo in the bin; `erasedAt` is when it will be deleted permanently. */
export const deletedImage = image.extend({ deletedAt: instant, erasedAt: deadline })
export type DeletedImage = z.infer<typeof deletedImage>

export const getDeletedPhotos = endpoint('GET', 'photoManagement', '/bin', {
  policy: 'customer',
  summary: "'Recently deleted', newest first (OP-91)",
  query: z.object({ cursor, limit: pageLimit(100) }),
  answer: photoPage.extend({ images: z.array(deletedImage) }),
})

export const restorePhotos = endpoint('POST', 'photoManagement', '/bin/restore', {
  policy: 'customer',
  summary: 'Brings photos back from the bin (OP-91); ids that are back already count as done',
  body: photoIds,
  answer: failedIds,
})

export const restoreAllPhotos = endpoint('POST', 'photoManagement', '/bin/restore-all', {
  policy: 'customer',
  summary: 'Brings back everything in the bin, or with moveId what that deletion of everything moved (OP-91)',
  body: z.object({ moveId: idInput.optional() }),
  answer: libraryMove,
  status: 202,
  continues: 'photos.restored',
  errors: ['not-found'],
})

/** Why photos are not erased. */
export const ERASURE_CONFLICTS = ['new-device', 'stopped'] as const

export const erasePhotos = endpoint('DELETE', 'photoManagement', '/bin', {
  policy: 'customer',
  summary: 'Deletes photos of the bin for ever (OP-91): at once, or 202 where it is more than usual',
  stepUp: 'by-body',
  mayContinue: true,
  continues: 'photos.erasure-requested',
  body: photoIds.extend({
    /**
     * 'usual': at once while it is usual, else it waits. 'later': it waits, as the other calls of an unusual deletion do. 'now': at once,
     * although it is unusual, on a device that signed in 7 days ago or earlier. What is erased at once needs a recent sign-in.
     */
    when: z.enum(['usual', 'later', 'now']).default('usual'),
  }),
  answer: failedIds.extend({
    /** Until when it can be stopped; null where the photos are gone. */
    effectiveAt: instant.nullable(),
  }),
  errors: ['conflict'],
})

export const getErasureLimit = endpoint('GET', 'photoManagement', '/bin/limit', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'How many photos a deletion for ever takes at once; more of them wait',
  answer: z.object({
    /** Photos that are usual in a day, less those that were deleted for ever in the last 24 hours. */
    remaining: count,
    /** How long an unusual deletion waits. */
    waitHours: count,
    /** Whether an unusual deletion can wait: not in the week after one was stopped. */
    mayWait: z.boolean(),
    /** Whether this device may delete unusually many photos at once. */
    mayEraseNow: z.boolean(),
  }),
})
