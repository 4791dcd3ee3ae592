import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput, id, idInput } from './id.ts'
import { instant } from './scalars.ts'

/** A picture that the retailer stores: the preview of a saved project or of a widget. `url` is signed and expires. */
const storedPicture = z.object({ id, url: z.string(), contentType: z.string(), createdAt: instant })
export type StoredPicture = z.infer<typeof storedPicture>

export const getUpload = endpoint('GET', 'storage', '/uploads/:id', {
  policy: 'customer',
  summary: 'A stored picture of the caller’s account; 403 for another account (AA-113)',
  params: z.object({ id: idInput }),
  query: z.strictObject({ accountId: accountIdInput }),
  answer: storedPicture,
  errors: ['forbidden', 'not-found'],
})

export const getAnonymousUploads = endpoint('POST', 'storage', '/getanonymousuploads', {
  policy: 'customer',
  summary: 'Pictures stored before sign-in, by id only; unknown ones are left out (AA-113)',
  body: z.array(idInput).min(1).max(100),
  answer: z.array(storedPicture),
})
