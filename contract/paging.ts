import { z } from 'zod'
import { text } from './input/text.ts'
import { instant, wholeNumber } from './scalars.ts'

/**
 * Start of a page: the cursor of the previous page with the same list, filter and order. Any other cursor is 400, an empty
 * one is the first page.
 */
export const cursor = z.optional(text({ max: 2000 })).transform(value => value || undefined)

/** The cursor of the next page; null at the end. */
export const nextCursor = z.string().nullable()

/** Most entries of a page of every list that customers read. */
export const PAGE_MAX = 500

const pageSize = wholeNumber({ min: 1, max: PAGE_MAX })

/** Entries of a page. */
export const pageLimit = (byDefault: number) => pageSize.default(byDefault)

/**
 * What every list takes that a system reconciles. With `changedSince` it has what has changed since, and in the minute
 * before, the oldest change first.
 */
export const changesQuery = {
  changedSince: instant.refine(text => Date.parse(text) >= 0).optional(),
  cursor,
}

/** `limit` of a list whose pages have another parameter for it, too. */
export const otherPageLimit = pageSize.optional()
