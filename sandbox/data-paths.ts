import { join } from 'node:path'

/** Paths of the sandbox's data in the data folder. */
export const getMailboxPath = (dataDir: string): string => join(dataDir, 'mailbox')
export const getLegacyStorePath = (dataDir: string): string => join(dataDir, 'old-store')
