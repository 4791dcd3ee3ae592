import { z } from 'zod'
import { accountIdInput, idInput } from '#contract/id.ts'
import { retailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { instant } from '#contract/scalars.ts'

const word = z.string().min(1).max(200)

/**
 * Saves a project as if its customer had done so in the past. Only the demo makes this call, and only the stand-in
 * shop answers it; it is not a part of the retailer's interface. Idempotent by key. 404 where the shop was not started
 * for a demo.
 */
export const saveDemoProject = retailerCall('PUT', '/demo-projects/:key', {
  params: z.object({ key: word }),
  body: z.object({
    accountId: accountIdInput,
    channel: word,
    title: word,
    createdAt: instant,
    updatedAt: instant,
    /** When the shop deletes it, if that is before its photos are deleted. */
    expiresAt: instant.optional(),
    /** Photos to print: in that size, or in the product. */
    photos: z
      .array(z.object({ id: idInput, size: word, quantity: z.int().min(1).max(99) }))
      .min(1)
      .max(100),
    /** Code of the article that shows the photos; absent: prints. */
    article: word.optional(),
  }),
})
