import { z } from 'zod'
import {
  FILTER_TYPES,
  hasFewWords,
  isDateValue,
  isDaysValue,
  type PhotoFilter,
  SEARCH_TEXT_MAX,
  SHAPES,
  VALUES_MAX,
} from './filter-query.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { text } from './input/text.ts'

/*
 * A search of photos is a filter: fields with values, flat, so that it is the query string of the results' page, too.
 */

/** One value or several, as a query string has them; sorted, each once. */
const values = <T extends z.core.$ZodType<string>>(value: T, max: number) =>
  z.preprocess(
    input => (typeof input === 'string' ? [input] : input),
    z
      .array(value)
      .min(1)
      .max(max)
      .overwrite(all => [...new Set(all)].sort()),
  )

const dates = values(z.string().refine(isDateValue), VALUES_MAX.date)
const code = text({ min: 1, max: 100 })

/** The fields of a filter, for the query of a call. */
export const filterFields = {
  /** Years, months or days, 'from..to' of them; one end may be empty. */
  date: dates.optional(),
  days: values(z.string().refine(isDaysValue), VALUES_MAX.days).optional(),
  undated: z.literal('true').optional(),
  /** Ids of towns, or 'country:XX' with the two letters of ISO 3166-1. */
  place: values(z.string().regex(/^(?:\d{1,9}|country:[A-Z]{2})$/), VALUES_MAX.place).optional(),
  /** Ids of the account's cameras; 0: those beyond the ones that are told apart. */
  camera: values(z.string().regex(/^\d{1,3}$/), VALUES_MAX.camera).optional(),
  album: values(z.uuid().toLowerCase(), VALUES_MAX.album).optional(),
  /** Codes of ordered products. */
  product: values(code, VALUES_MAX.product).optional(),
  project: values(code, VALUES_MAX.project).optional(),
  printed: z.enum(['yes', 'never']).optional(),
  shape: values(z.enum(SHAPES), VALUES_MAX.shape).optional(),
  /** Edges of a print in centimetres, the shorter one first, for which the pixels suffice at 180 dpi. */
  print: z
    .string()
    .regex(/^\d{1,3}x\d{1,3}$/)
    .optional(),
  type: values(z.enum(FILTER_TYPES), VALUES_MAX.type).optional(),
  /** Words that all occur in file name or title; those between quotes stand together. */
  name: z.optional(
    text({ min: 1, max: SEARCH_TEXT_MAX }).check(z.refine(hasFewWords, 'too-many' satisfies FieldIssue)),
  ),
  added: dates.optional(),
}

/** Unknown fields are refused, so that a misspelt one does not find everything. */
export const photoFilter: z.ZodType<PhotoFilter> = z.strictObject(filterFields)
