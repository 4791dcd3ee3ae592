import { queryOptions } from '@tanstack/react-query'
import { getSftpAccess } from '#contract/sftp-access.ts'
import { call } from '#web/platform/http/call.ts'

/** How the customer reaches files by SFTP. */
export const sftpAccessQuery = queryOptions({
  queryKey: ['sftp-access', 'me'],
  queryFn: ({ signal }) => call(getSftpAccess, undefined, { signal }),
  staleTime: 0,
})
