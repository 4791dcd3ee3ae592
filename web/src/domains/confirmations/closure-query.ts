import { queryOptions } from '@tanstack/react-query'
import { getClosure } from '#contract/closures.ts'
import { call } from '#web/platform/http/call.ts'

/** Loads the state of the account that the link reopens. */
export const closureQuery = (token: string) =>
  queryOptions({
    queryKey: ['closures', token],
    queryFn: ({ signal }) => call(getClosure, { params: { token } }, { signal }),
    retry: false,
  })
