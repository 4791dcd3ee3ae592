import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { type FieldIssue, refuseField } from './input/field-issues.ts'
import { text } from './input/text.ts'
import { photoSelection } from './photo-selection.ts'
import { datePrecision, image } from './photos.ts'
import { count, deadline } from './scalars.ts'

/** Photos whose dates one call changes at once; a job changes more. */
export const DATES_PER_CALL = 2000
/** Days for which a change of dates can be undone. */
export const DATE_UNDO_DAYS = 30
/** Farthest shift: 50 years. */
export const SHIFT_MINUTES_MAX = 50 * 366 * 24 * 60
/** The year of the first photograph. */
export const FIRST_YEAR = 1826

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)

/** A date as exactly as the customer knows it: year, month, day, or with its time. */
export const knownDate = z
  .object({
    precision: datePrecision,
    year: z.int().min(FIRST_YEAR).max(9999),
    month: z.int().min(1).max(12).optional(),
    day: z.int().min(1).max(31).optional(),
    /** 'HH:mm' or 'HH:mm:ss'. */
    time: time.optional(),
  })
  .superRefine((date, check) => {
    const required = REQUIRED_PARTS[date.precision]
    for (const part of ['month', 'day', 'time'] as const)
      if ((date[part] !== undefined) !== required.includes(part))
        refuseField(check, [part], required.includes(part) ? 'missing' : 'not-valid')
  })
export type KnownDate = z.infer<typeof knownDate>

const REQUIRED_PARTS: Record<z.infer<typeof datePrecision>, readonly string[]> = {
  year: [],
  month: ['month'],
  day: ['month', 'day'],
  second: ['month', 'day', 'time'],
}

const shift = z.object({
  minutes: z
    .int()
    .min(-SHIFT_MINUTES_MAX)
    .max(SHIFT_MINUTES_MAX)
    .refine(minutes => minutes !== 0),
})

/** Photos of one camera only, by its name in the preview. */
const onlyCamera = z.optional(text({ min: 1, max: 201 }))

const calendarMonth = z.object({ year: z.int(), month: z.int(), undated: z.boolean() })

/**
 * A change of dates. `photos` are chosen, `done` of them have got another date, `skipped` could not: a shift leaves out photos without
 * a date, and those that would leave the years of photography. The others had the wanted date already. `months` are some of those that the photos moved to. `undone`
 * got their dates back; `kept` have got another date since, which they keep.
 */
export const dateChange = z.object({
  changeId: id,
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  photos: count,
  done: count,
  skipped: count,
  months: z.array(calendarMonth),
  undone: count,
  kept: count,
  /** Until when it can be undone. */
  until: deadline,
})
export type DateChange = z.infer<typeof dateChange>

const changeParams = z.object({ id: idInput })

export const changePhotoDates = endpoint('POST', 'photoManagement', '/photo-dates', {
  policy: 'customer',
  summary:
    'Sets, shifts or resets the dates of chosen photos (NX-237, NX-238); 202 for more than 2,000, which a job changes. A repeated requestId changes nothing',
  body: z
    .object({
      requestId: idInput,
      selection: photoSelection,
      onlyCamera,
      set: knownDate.optional(),
      shift: shift.optional(),
      reset: z.literal(true).optional(),
    })
    .refine(({ set, shift, reset }) => [set, shift, reset].filter(part => part !== undefined).length === 1, {
      error: 'conflict' satisfies FieldIssue,
      path: ['set'],
    }),
  answer: dateChange,
  mayContinue: true,
  continues: 'dates.changed',
  errors: ['forbidden', 'not-found'],
})

export const getDateChange = endpoint('GET', 'photoManagement', '/photo-dates/:id', {
  policy: 'customer',
  summary: 'A change of dates of the last 30 days, for its progress',
  params: changeParams,
  answer: dateChange,
  errors: ['not-found'],
})

export const undoDateChange = endpoint('POST', 'photoManagement', '/photo-dates/:id/undo', {
  policy: 'customer',
  summary:
    'Gives photos their dates back that still have those of the change (NX-239); repeatable, 404 after 30 days',
  params: changeParams,
  answer: dateChange,
  mayContinue: true,
  continues: 'dates.changed',
  errors: ['not-found'],
})

/** A date that a file name, a folder, the photos beside them or the last change of the file suggest, and how many of the chosen photos it concerns. */
export const dateSuggestion = z.object({
  kind: z.enum(['name', 'folder', 'neighbours', 'modified']),
  /** The name of a photo, or of a folder; null for others. */
  source: z.string().nullable(),
  precision: datePrecision,
  year: z.int(),
  month: z.int().optional(),
  day: z.int().optional(),
  photos: count,
})
export type DateSuggestion = z.infer<typeof dateSuggestion>

/** Photos that a preview reads to suggest dates. */
export const SUGGESTION_PHOTOS_MAX = 2000

export const previewPhotoDates = endpoint('POST', 'photoManagement', '/photo-dates/preview', {
  policy: 'customer',
  summary: 'What a change of dates would do, and the dates that the chosen photos suggest (NX-238, NX-240)',
  body: z.object({ selection: photoSelection, onlyCamera, shift: shift.optional() }),
  answer: z.object({
    photos: count,
    /** Those that a shift would change; the others have no exact date. */
    shiftable: count,
    /** Those that a shift would move to another day. */
    otherDay: count,
    /** Those whose dates the customer has changed. */
    changed: count,
    /** First and last photo that a shift would change, with its dates before. */
    first: image.nullable(),
    last: image.nullable(),
    cameras: z.array(z.object({ name: z.string(), photos: count })),
    suggestions: z.array(dateSuggestion),
  }),
  errors: ['forbidden', 'not-found'],
})
export type DatesPreview = z.infer<typeof previewPhotoDates.answer>
