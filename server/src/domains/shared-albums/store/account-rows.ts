import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

export const accountRows = (accountId: string): AccountRows => ({
  shared_album_members: sql`from shared_album_members where account_id = ${accountId} or member_id = ${accountId}`,
  shared_albums_ended: sql`from shared_albums_ended where account_id = ${accountId}`,
})
