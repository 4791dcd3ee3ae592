import { useQueryClient } from '@tanstack/react-query'
import { patchCustomer } from '#contract/customers.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { callbacksQuery } from '../callback-queries.ts'

interface CallbackFields {
  callbackUrl: string | null
  callbackFormat: 'JSON' | 'XML'
}

/** Saves where the business is called back, which also turns callbacks on again, and updates the page. */
export function useSaveCallbacks(): (ftp: CallbackFields) => Promise<void> {
  const queries = useQueryClient()
  return async ftp => {
    const savedCustomer = await call(patchCustomer, { body: { ftp } })
    await queries.cancelQueries({ queryKey: customerQuery.queryKey })
    await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    queries.setQueryData(customerQuery.queryKey, savedCustomer)
  }
}
