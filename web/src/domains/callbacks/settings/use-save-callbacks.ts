import { useQueryClient } from '@tanstack/react-query'
import { type Customer, patchCustomer } from '#contract/customers.ts'
import { createEntityTag, getReplacedParts } from '#contract/input/entity-tag.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { callbacksQuery } from '../callback-queries.ts'

interface CallbackFields {
  callbackUrl: string | null
  callbackFormat: 'JSON' | 'XML'
}

/**
 * Saves where the business is called back in place of what the customer has `stored`, which also turns callbacks on again,
 * and updates the page. Rejects with 412 when another window has changed it in the meantime.
 */
export function useSaveCallbacks(stored: Customer): (ftp: CallbackFields) => Promise<void> {
  const queries = useQueryClient()
  return async ftp => {
    const ifMatch = await createEntityTag(getReplacedParts(stored, ['ftp']))
    const savedCustomer = await call(patchCustomer, { body: { ftp } }, { ifMatch })
    await queries.cancelQueries({ queryKey: customerQuery.queryKey })
    await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    queries.setQueryData(customerQuery.queryKey, savedCustomer)
  }
}
