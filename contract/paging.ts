import { z } from 'zod'
import { text } from './input/text.ts'
import { wholeNumber } from './scalars.ts'

/**
 * Start of a page: the cursor of the previous page with the same list, filter and order. Any other cursor is 400, an empty
 * one is the first page.
 */
export const cursor = z.optional(text({ max: 2000 })).transform(value => value || undefined)

/** Most entries of a page of every list that customers read. */
const PAGE_MAX = 500

/** Entries of a page. */
export const pageLimit = (byDefault: number) => wholeNumber({ min: 1, max: PAGE_MAX }).default(byDefault)
