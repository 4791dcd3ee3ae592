import { normalizeEmail } from '#contract/input/email-address.ts'
import type { CaseSource } from '#server/domain.ts'
import { listValues } from '../../../platform/db/rows.ts'
import { listFormerEmailsAfter } from './store.ts'

/** Addresses that the account had before. */
export const formerEmailCase: CaseSource = {
  find: async ({ db }, word) =>
    word.includes('@') ? listValues(db, 'former_emails', { email: normalizeEmail(word) }, 'account_id') : [],
  describe: async ({ db }, accountId) =>
    (await listFormerEmailsAfter(db, accountId, new Date(0))).map(
      ({ email, until, is_lost }) =>
        `Before: ${email}, until ${until.toISOString()}${is_lost ? ', lost' : ''}`,
    ),
}
