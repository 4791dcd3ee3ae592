import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'

export const endAllAccess = endpoint('POST', 'account', '/not-me', {
  policy: 'customer',
  summary:
    'Ends all access to the account, also that of this session, brings the oldest e-mail address of the last 30 days back and mails a link to choose a new password there (NX-321); 409 if that address is in use by now, 429 after 3 calls in an hour',
  query: z.strictObject({
    /** The entry of the journal that the customer does not know. */
    entryId: idInput.optional(),
  }),
  status: 202,
  continues: 'mail',
  /** The address to which the link was mailed. */
  answer: z.object({ email: z.string() }),
  errors: ['conflict', 'not-found'],
})
