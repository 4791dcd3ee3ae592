import { join } from 'node:path'

/** Paths of the sandbox's data in the data folder. */
export const mailboxIn = (dataDir: string): string => join(dataDir, 'mailbox')
export const legacyStoreIn = (dataDir: string): string => join(dataDir, 'old-store')
