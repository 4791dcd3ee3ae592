import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Customer, patchCustomer } from '#contract/customers.ts'
import type { Input } from '#contract/endpoint.ts'
import { customerQuery, markSaved } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { useSettingsPath } from './use-settings-path.ts'

type Changes = Input<typeof patchCustomer>['body']

/**
 * Saves what differs from the customer as shown, so that a change made in another tab stays, and returns to
 * the settings, which confirm it (AA-103). Header and settings follow at once.
 */
export function useSaveCustomer(shown: Customer): (values: Changes) => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const settings = useSettingsPath()
  return async values => {
    const changedEntries = Object.entries(values).filter(
      ([name, value]) => shown[name as keyof Customer] !== value,
    )
    if (changedEntries.length > 0) {
      const saved = await call(patchCustomer, { body: Object.fromEntries(changedEntries) })
      await queries.cancelQueries({ queryKey: customerQuery.queryKey })
      queries.setQueryData(customerQuery.queryKey, saved)
      markSaved('details')
    }
    await navigate({ to: settings })
  }
}
