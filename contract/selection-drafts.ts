import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { cursor, nextCursor } from './paging.ts'
import { photoSelection } from './photo-selection.ts'
import { image, localDateTime } from './photos.ts'
import { count, instant, wholeNumber } from './scalars.ts'

/** Most photos of a suggested selection. */
export const SUGGESTED_MAX = 1000
/** Photos when no product names another number. */
export const SUGGESTED_DEFAULT = 60
/** Most photos that a selection is suggested from. */
export const SUGGESTION_SOURCE_MAX = 200_000
/** Days for which a draft is kept after its last change. */
export const DRAFT_DAYS = 30

/** What can be left out; a photo counts once, by the first of these. */
export const leftOutKind = z.enum(['printed', 'screenshots', 'blurred', 'badly-lit', 'similar'])
export type LeftOutKind = z.infer<typeof leftOutKind>

const leaveOut = z.array(leftOutKind).max(5).default([])
const wanted = z.int().min(1).max(SUGGESTED_MAX)

/** Why a photo was chosen; `of`: among how many. 'customer': swapped in or added by the customer. */
export const choiceReason = z.object({
  kind: z.enum(['sharpest', 'best', 'best-of-group', 'only-of-day', 'upright', 'part-of-event', 'customer']),
  of: count.optional(),
})
export type ChoiceReason = z.infer<typeof choiceReason>

/** How many photos have been looked at; the others are judged by their date alone. */
const looked = z.object({ done: count, of: count })

/** `selection` missing: the whole library. */
const source = { selection: photoSelection.optional() }

/** The longer and the shorter side of a paper in millimetres. */
const paper = z.object({ long: z.int().min(1).max(5000), short: z.int().min(1).max(5000) })

/** What a suggestion would be made from . */
export const suggestionSource = z.object({
  photos: count,
  /** In the order of time; photos without a date are not among them. */
  months: z.array(z.object({ year: z.int(), month: z.int(), photos: count })),
  undated: count,
  /** Photos of each kind: of those in `leaveOut` how many are left out, of the others how many would be. */
  leftOut: z.array(z.object({ kind: leftOutKind, photos: count })),
  toChoose: count,
  events: count,
  /** Of `toChoose`, those with at least good quality on `paper`; missing without one. */
  largeEnough: count.optional(),
  looked,
})
export type SuggestionSource = z.infer<typeof suggestionSource>

export const summarizeSuggestionSource = endpoint('POST', 'photoManagement', '/selection-drafts/source', {
  policy: 'customer',
  summary: 'What a selection would be suggested from: photos by month, what is left out, events (NX-231)',
  body: z.object({ ...source, wanted, leaveOut, paper: paper.optional() }),
  answer: suggestionSource,
  errors: ['forbidden', 'not-found'],
})

const choice = z.object({ image, reason: choiceReason })

/** An event of a draft: photos that were taken without a long pause. Without `first`: photos without a date. */
const draftEvent = z.object({
  first: localDateTime.optional(),
  last: localDateTime.optional(),
  /** Photos to choose from. */
  photos: count,
  choices: z.array(choice),
})

export const selectionDraft = z.object({
  draftId: id,
  /** Increases with each change; a change names the version that it is of. */
  version: z.int().min(1),
  wanted,
  leaveOut: z.array(leftOutKind),
  seed: count,
  /** Photos of the source when the draft was made. */
  photos: count,
  /** The events of the source, in the order of time; those without a date last. */
  events: z.array(draftEvent),
  leftOut: z.array(z.object({ kind: leftOutKind, photos: count })),
  looked,
  /** The version that 'Undo' restores; missing for a draft that was not changed. */
  previous: z.int().min(1).optional(),
  addressesExpire: instant,
})
export type SelectionDraft = z.infer<typeof selectionDraft>
export type DraftEvent = z.infer<typeof draftEvent>

export const createSelectionDraft = endpoint('POST', 'photoManagement', '/selection-drafts', {
  policy: 'customer',
  summary:
    'Suggests a selection of photos (NX-232); the same photos, options and seed give the same; a repeated draftId with the same body gets the draft of the first call',
  body: z.object({
    draftId: idInput.optional(),
    ...source,
    wanted,
    leaveOut,
    /** 1, 2, …: other suggestions. */
    seed: z.int().min(0).max(1000).default(0),
    /** A draft whose photos that the customer chose stay, and those that were left out stay away; without `selection` its source is used too. */
    keep: idInput.optional(),
  }),
  answer: selectionDraft,
  status: 201,
  errors: ['forbidden', 'not-found', 'conflict'],
})

const draftParams = z.object({ id: idInput })

export const getSelectionDraft = endpoint('GET', 'photoManagement', '/selection-drafts/:id', {
  policy: 'customer',
  summary: 'A suggested selection with its changes; photos that were deleted since are missing',
  params: draftParams,
  answer: selectionDraft,
  errors: ['not-found'],
})

const draftChange = z
  .object({
    version: z.int().min(1),
    /** Replaces a chosen photo by another one of the library. */
    swap: z.object({ out: idInput, in: idInput }).optional(),
    /** Chooses so many photos of the event at this place of the list. */
    event: z.object({ index: count, count: z.int().min(0).max(SUGGESTED_MAX) }).optional(),
    add: idInput.optional(),
    /** Leaves a photo out; its event gets another one, if there is one. */
    remove: idInput.optional(),
    /** Restores an earlier version, as a new one: 'Undo'. */
    restore: z.int().min(1).optional(),
  })
  .refine(
    ({ version: _, ...changes }) =>
      Object.values(changes).filter(change => change !== undefined).length === 1,
    'conflict' satisfies FieldIssue,
  )
export type DraftChange = z.infer<typeof draftChange>

export const changeSelectionDraft = endpoint('PATCH', 'photoManagement', '/selection-drafts/:id', {
  policy: 'customer',
  summary: 'One change of a draft (NX-234); 409 when the draft has another version',
  params: draftParams,
  body: draftChange,
  answer: selectionDraft,
  errors: ['forbidden', 'not-found', 'conflict'],
})

export const deleteSelectionDraft = endpoint('DELETE', 'photoManagement', '/selection-drafts/:id', {
  policy: 'customer',
  summary: 'Deletes a draft; its photos stay. A draft that is gone counts as deleted',
  params: draftParams,
})

const images = z.object({ images: z.array(image), addressesExpire: instant })

export const getDraftAlternatives = endpoint(
  'GET',
  'photoManagement',
  '/selection-drafts/:id/photos/:photoId/alternatives',
  {
    policy: 'customer',
    summary: 'The next best photos in place of a chosen one, best first, at most four',
    params: draftParams.extend({ photoId: idInput }),
    answer: images,
    errors: ['not-found'],
  },
)

export const getDraftLeftOut = endpoint('GET', 'photoManagement', '/selection-drafts/:id/left-out/:kind', {
  policy: 'customer',
  summary: 'Photos that a draft leaves out for this reason, in the order of time (NX-233)',
  params: draftParams.extend({ kind: leftOutKind }),
  query: z.strictObject({
    cursor,
    limit: wholeNumber({ min: 1, max: 100 }).default(50),
  }),
  answer: images.extend({ photos: count, cursor: nextCursor }),
  errors: ['forbidden', 'not-found'],
})
