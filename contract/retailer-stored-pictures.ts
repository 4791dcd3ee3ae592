import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput, idInput } from './id.ts'
import { dryRunFields, submissionResult } from './retailer-states.ts'

/** The largest picture that is stored, in bytes. */
export const STORED_PICTURE_MAX_BYTES = 10 * 1024 * 1024

/** The body is the picture itself; its type is detected from its content, independent of the declared one. */
export const putUpload = endpoint('PUT', 'storage', '/retailer/uploads/:id', {
  policy: 'service',
  serviceScope: 'pictures:write',
  summary:
    'Stores a JPEG or PNG under an id that no other picture gets; without account it is anonymous (AA-113)',
  params: z.object({ id: idInput }),
  query: z.strictObject({ accountId: z.optional(accountIdInput), ...dryRunFields }),
  receivesFile: ['image/jpeg', 'image/png', 'application/octet-stream'],
  answer: z.object({
    /** False when this picture was stored before. */
    stored: z.boolean(),
    ...submissionResult,
  }),
  errors: ['broken-picture', 'not-found', 'conflict', 'too-large', 'unsupported-type', 'storage-full'],
})
