import { type Selectable, sql } from 'kysely'
import type { Reader } from '#server/context.ts'
import type { TimePosition } from '#server/http/cursor.ts'
import type { SecurityEventsTable } from '../tables.ts'

/** Lists the account's events since an instant, newest first; `after` is the last one of the page before. */
export function listSecurityEvents(
  db: Reader,
  accountId: string,
  page: { since: Date; after?: TimePosition | undefined; limit: number },
): Promise<Selectable<SecurityEventsTable>[]> {
  const { after } = page
  return db
    .selectFrom('security_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>', page.since)
    .$if(after !== undefined, query =>
      query.where(sql<boolean>`(at, event_id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(page.limit)
    .execute()
}
