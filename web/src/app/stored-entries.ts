import { deleteReportFiles } from '#web/domains/complaints/index.ts'
import { removeRecent } from '#web/domains/photo-search/index.ts'

/** Removes the account's recent searches and the photos of reports that were not sent from this device. */
export async function removeStoredEntries(accountId: string): Promise<void> {
  removeRecent(accountId)
  await deleteReportFiles(accountId)
}
