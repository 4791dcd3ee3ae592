import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { cursor } from './paging.ts'
import { image } from './photos.ts'
import { count, instant, wholeNumber } from './scalars.ts'

/** Groups on a page of the list. */
export const TIDY_UP_PAGE = 50
/** Days for which a decision can be undone. */
export const TIDY_UP_UNDO_DAYS = 30

/** Copies of the same picture, and shots taken one right after the other. */
export const tidyUpKind = z.enum(['copies', 'similar'])
export type TidyUpKind = z.infer<typeof tidyUpKind>

/**
 * Why a photo is recommended or not; open, so that clients accept later values: best-version, sharpest,
 * sharpest-well-lit, best-lit, almost-as-sharp, less-sharp, blurred, too-dark, burnt-out, same, smaller, cropped, turned, light,
 * detail, edited; undecided where it cannot be told which of two copies is the original.
 */
const reason = z.string()

/** What a photo is part of, so that it starts as 'Keep': project, widget, order, shared-album; open like `reason`. */
const use = z.object({ kind: z.string(), title: z.string().nullable() })

const member = z.object({
  image,
  reason,
  /** Whether it starts as 'Keep'. */
  keep: z.boolean(),
  /** Quarter turns clockwise that make a copy stand as the recommended one. */
  turn: z.int().min(0).max(3),
  use: use.optional(),
  /** Own albums that contain it, by name; only for copies. */
  albumNames: z.array(z.string()),
})

/** A group, the recommended photo first. `version` changes with its members. */
export const tidyUpGroup = z.object({ groupId: id, version: z.int(), members: z.array(member) })
export type TidyUpGroup = z.infer<typeof tidyUpGroup>
export type TidyUpMember = TidyUpGroup['members'][number]

/** Numbers of open groups and of their photos. */
const groupCounts = z.object({ groups: count, photos: count })

const params = z.object({ kind: tidyUpKind, groupId: idInput })

export const getTidyUp = endpoint('GET', 'photoManagement', '/tidy-up', {
  policy: 'customer',
  summary: "How many groups there are (NX-219); while photos are still being looked at, 'searching' (NX-230)",
  answer: z.object({
    similar: groupCounts,
    copies: groupCounts,
    state: z.enum(['ready', 'searching']),
    /** Photos of the library that were looked at, of all of them. */
    done: count,
    of: count,
  }),
})

export const getTidyUpGroups = endpoint('GET', 'photoManagement', '/tidy-up/:kind', {
  policy: 'customer',
  summary: 'Groups that wait for a decision, newest first (NX-219)',
  params: params.pick({ kind: true }),
  query: z.object({ cursor, limit: wholeNumber({ min: 1, max: TIDY_UP_PAGE }).default(TIDY_UP_PAGE) }),
  answer: z.object({
    cursor: z.string().nullable(),
    groups: z.array(tidyUpGroup),
    addressesExpire: instant,
  }),
})

export const getTidyUpGroup = endpoint('GET', 'photoManagement', '/tidy-up/:kind/groups/:groupId', {
  policy: 'customer',
  summary: 'One group that waits for a decision; asked for after a 409',
  params,
  answer: z.object({ group: tidyUpGroup, addressesExpire: instant }),
  errors: ['not-found'],
})

export const decideGroup = endpoint('POST', 'photoManagement', '/tidy-up/:kind/groups/:groupId', {
  policy: 'customer',
  summary:
    'Moves all photos of a group to the bin except the kept ones; the kept copy gets albums, date and title of the others (NX-223, NX-224). 409 when the group has changed',
  params,
  body: z.object({ version: z.int(), keep: z.array(idInput).min(1).max(500) }),
  answer: z.object({
    decisionId: id,
    binned: count,
    /** Albums that the kept copy was added to. */
    addedAlbums: count,
    setDate: z.boolean(),
  }),
  errors: ['not-found', 'conflict'],
})

export const separateCopies = endpoint(
  'POST',
  'photoManagement',
  '/tidy-up/copies/groups/:groupId/distinct',
  {
    policy: 'customer',
    summary: "'These are not the same': these photos are never in a group of copies again (NX-227)",
    params: params.omit({ kind: true }),
    body: z.object({ photoIds: z.array(idInput).min(2).max(500) }),
    errors: ['not-found'],
  },
)

/** What a decision about all groups would do, and the number of photos it leaves out. */
export const tidyUpTotals = z.object({
  /** Groups that it decides. */
  groups: count,
  /** Photos moved to the bin, and their bytes. */
  photos: count,
  bytes: count,
  /** Best versions that are added to albums of their copies, and that get the date of a copy. */
  albums: count,
  dates: count,
  /** Photos in projects, widgets, open orders or shared albums, whose groups it leaves out. */
  leftOut: count,
})
export type TidyUpTotals = z.infer<typeof tidyUpTotals>

export const getTidyUpTotals = endpoint('GET', 'photoManagement', '/tidy-up/:kind/all', {
  policy: 'customer',
  summary: 'What a decision about all groups would do',
  params: params.pick({ kind: true }),
  answer: tidyUpTotals,
})

/** A decision about all groups while a job makes it: groups processed, and photos moved to the bin so far. */
export const tidyUpRun = z.object({
  runId: id,
  state: z.enum(['running', 'done']),
  groups: count,
  done: count,
  binned: count,
})
export type TidyUpRun = z.infer<typeof tidyUpRun>

export const decideAllGroups = endpoint('POST', 'photoManagement', '/tidy-up/:kind/all', {
  policy: 'customer',
  summary:
    'Decides all groups as recommended, as a job (NX-226); the same id again answers how far it is, and decides nothing more',
  params: params.pick({ kind: true }),
  body: z.object({ requestId: idInput }),
  answer: tidyUpRun,
  status: 202,
  continues: 'photos.tidied',
  errors: ['conflict'],
})

export const undoDecision = endpoint('POST', 'photoManagement', '/tidy-up/decisions/:id/undo', {
  policy: 'customer',
  summary: 'Undoes a decision; those of a run are undone by a job (NX-225). 404 after 30 days',
  params: z.object({ id: idInput }),
  /** Photos that this call brought back: 0 for those of a run. */
  answer: z.object({ restored: count }),
  errors: ['not-found'],
})
