import { getSftpAccess } from '#contract/sftp-access.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** How the customer reaches files by SFTP. */
export const sftpAccessQuery = callQuery(['sftp-access', 'me'], getSftpAccess, { staleTime: 0 })
