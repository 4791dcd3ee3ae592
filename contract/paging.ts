import { z } from 'zod'
import { text } from './input/text.ts'

/**
 * Where a page begins: the cursor that the page before answered, of the same list, filter and order. Any other is 400.
 */
export const cursor = z.optional(text({ max: 2000 }))
