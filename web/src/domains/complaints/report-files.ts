import { deleteCachedFiles } from '#web/domains/uploads/index.ts'

/** Returns the key under which the files of the account's reports are cached. */
export const toFilesKey = (account: string, complaintId = '') => `${account} complaint ${complaintId}`

/** Deletes the photos of reports that were not sent from this device. */
export const deleteReportFiles = (account: string): Promise<void> => deleteCachedFiles(toFilesKey(account))
