import { sql } from 'kysely'
import type { Reader } from '#server/context.ts'

/**
 * Deletes all records of the account but those of one grant: every other session, sign-in in progress and token. Results of
 * refreshes stay, since a tab whose refresh token was just used would end the kept session without its own; those of ended
 * sessions open nothing.
 */
export async function deleteRecordsOfOtherGrants(
  db: Reader,
  accountId: string,
  keptGrantId: string,
): Promise<void> {
  await db
    .deleteFrom('oidc_records')
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'Renewal')
    .where('grant_id', 'is distinct from', keptGrantId)
    .where(eb => eb.not(eb.and([eb('kind', '=', 'Grant'), eb('id', '=', keptGrantId)])))
    // The provider's session of this browser.
    .where(
      sql<boolean>`not (kind = 'Session' and exists (
        select from jsonb_each(payload -> 'authorizations') as authorized
        where authorized.value ->> 'grantId' = ${keptGrantId}))`,
    )
    .execute()
}
