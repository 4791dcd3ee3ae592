import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

export const getAccountRowsSql = (accountId: string): AccountRows => ({
  photo_group_runs: sql`from photo_group_runs where account_id = ${accountId}`,
  photo_group_decisions: sql`from photo_group_decisions where account_id = ${accountId}`,
  photo_distinctions: sql`from photo_distinctions where account_id = ${accountId}`,
  photo_group_members: sql`from photo_group_members where account_id = ${accountId}`,
  photo_groups: sql`from photo_groups where account_id = ${accountId}`,
  photo_groupings: sql`from photo_groupings where account_id = ${accountId}`,
})
