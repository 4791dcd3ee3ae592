import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

/** Deleted before the photos, because a hold would keep their originals. */
export const selectHoldRows = (accountId: string): AccountRows => ({
  photo_holds: sql`from photo_holds where account_id = ${accountId}`,
})

export const selectLibraryRows = (accountId: string): AccountRows => ({
  photo_ingests: sql`from photo_ingests where account_id = ${accountId}`,
  month_counts: sql`from month_counts where account_id = ${accountId}`,
  library_moves: sql`from library_moves where account_id = ${accountId}`,
  erased_photos: sql`from erased_photos where account_id = ${accountId}`,
  orphan_blobs: sql`from orphan_blobs where account_id = ${accountId}`,
  storage_usage: sql`from storage_usage where account_id = ${accountId}`,
  photo_facts: sql`from photo_facts where account_id = ${accountId}`,
  account_cameras: sql`from account_cameras where account_id = ${accountId}`,
  facts_backfills: sql`from facts_backfills where account_id = ${accountId}`,
  library_versions: sql`from library_versions where account_id = ${accountId}`,
})

export const selectPhotoRows = (accountId: string): AccountRows => ({
  photos: sql`from photos where account_id = ${accountId}`,
})
