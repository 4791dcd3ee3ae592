import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EmailChange } from '#contract/email-changes.ts'
import * as contract from '#contract/email-changes.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call } from '#web/platform/http/call.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { emailChangeQuery, getIdentity } from './email-change-query.ts'

/** Returns the change that awaits its confirmation, and the calls that start and end one. */
export function useEmailChange() {
  const claims = useClaims()
  const { channel } = useConfig().brand
  const queries = useQueryClient()
  const query = emailChangeQuery(claims)
  const { data, isLoading } = useQuery(query)
  const params = getIdentity(claims)
  const setPending = async (pending: EmailChange | null) => {
    await queries.cancelQueries({ queryKey: query.queryKey })
    queries.setQueryData(query.queryKey, before => ({ trustedPasskeyUsed: false, ...before, pending }))
  }
  return {
    pending: data?.pending ?? undefined,
    /** Whether this session's last sign-in was by a passkey older than 30 days. */
    isTrustedPasskeyUsed: data?.trustedPasskeyUsed ?? false,
    isLoading,
    /** Mails a link to the address; rejects with the status of the refusal. */
    requestEmailChange: async ({ email, oldAddressLost }: Requested) =>
      setPending(
        await call(
          contract.requestEmailChange,
          { params, body: { email, channel, ...(oldAddressLost && { oldAddressLost }) } },
          { unloggedStatuses: REFUSAL_STATUSES },
        ),
      ),
    cancel: async () => {
      await call(contract.cancelEmailChange, { params })
      await setPending(null)
    },
  }
}

/** In use, and too many requests: the form says so, and the documents exempt them from the log. */
const REFUSAL_STATUSES = [409, 429]

interface Requested {
  email: string
  oldAddressLost?: boolean | undefined
}

export type RequestEmailChange = (change: Requested) => Promise<void>
