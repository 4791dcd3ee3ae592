import { join } from 'node:path'

/** What the sandbox has in the data folder beside the product's. */
export const mailboxIn = (dataDir: string): string => join(dataDir, 'mailbox')
export const legacyStoreIn = (dataDir: string): string => join(dataDir, 'old-store')
