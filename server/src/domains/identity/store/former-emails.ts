import { addDays } from 'date-fns/addDays'
import { subDays } from 'date-fns/subDays'
import type { Reader } from '#server/context.ts'

const FORMER_EMAIL_DAYS = 30

/** Lists addresses of the 30 days before that instant, oldest first, and until when they get security mails. */
export async function listFormerEmails(
  db: Reader,
  accountId: string,
  at: Date,
): Promise<{ email: string; until: Date }[]> {
  const rows = await db
    .selectFrom('former_emails')
    .select(['email', 'until'])
    .where('account_id', '=', accountId)
    .where('until', '>', subDays(at, FORMER_EMAIL_DAYS))
    .orderBy('until')
    .execute()
  return rows.map(({ email, until }) => ({ email, until: addDays(until, FORMER_EMAIL_DAYS) }))
}
