import { z } from 'zod'
import { idInput } from './id.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { photoFilter } from './photo-filter.ts'
import { sortKey } from './photos.ts'

/** Maximum of ids listed in one selection; the size of its months, albums and filters is not limited. */
export const SELECTION_IDS_MAX = 10_000

const exceptions = z.array(idInput).max(SELECTION_IDS_MAX).default([])

/**
 * Photos selected by rule: whole months, whole albums and what filters find, without exceptions, and
 * single photos. Months are those of `groupBy`. Photos that are no longer in the library are skipped.
 */
export const photoSelection = z
  .object({
    groupBy: sortKey.default('dateTaken'),
    months: z
      .array(
        z.object({
          year: z.int().min(1826).max(9999),
          month: z.int().min(1).max(12),
          /** Of January 1970 by date taken: the photos without a date, or those with one; both by default. */
          undated: z.boolean().optional(),
          except: exceptions,
        }),
      )
      .max(3000)
      .default([]),
    albums: z
      .array(z.object({ albumId: idInput, except: exceptions }))
      .max(100)
      .default([]),
    filters: z
      .array(
        z.object({
          filter: photoFilter,
          /** Months of `groupBy` with what it finds, `undated` the photos without a date; missing: all. */
          months: z
            .array(
              z.object({
                year: z.int().min(1000).max(9999),
                month: z.int().min(1).max(12),
                undated: z.boolean().default(false),
              }),
            )
            .max(3000)
            .optional(),
          except: exceptions,
        }),
      )
      .max(20)
      .default([]),
    photoIds: z.array(idInput).max(SELECTION_IDS_MAX).default([]),
  })
  .refine(
    ({ months, albums, filters, photoIds }) =>
      months.length + albums.length + filters.length + photoIds.length > 0,
    'empty' satisfies FieldIssue,
  )
export type PhotoSelection = z.input<typeof photoSelection>
