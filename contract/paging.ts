import { z } from 'zod'
import { text } from './input/text.ts'

/** Start of a page: the cursor of the previous page with the same list, filter and order. Any other cursor is 400. */
export const cursor = z.optional(text({ max: 2000 }))
