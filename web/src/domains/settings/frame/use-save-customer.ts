import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Customer, patchCustomer } from '#contract/customers.ts'
import type { Input } from '#contract/endpoint.ts'
import { customerQuery, markSaved } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { useSettingsPath } from './use-settings-path.ts'

type Changes = Input<typeof patchCustomer>['body']

/**
 * Saves only the fields that differ from the displayed customer, so that a change made in another tab is not overwritten,
 * and returns to the settings, which confirm it (AA-103). Header and settings update at once.
 */
export function useSaveCustomer(displayedCustomer: Customer): (values: Changes) => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const settings = useSettingsPath()
  return async values => {
    const changedEntries = Object.entries(values).filter(
      ([name, value]) => displayedCustomer[name as keyof Customer] !== value,
    )
    if (changedEntries.length > 0) {
      const savedCustomer = await call(patchCustomer, { body: Object.fromEntries(changedEntries) })
      await queries.cancelQueries({ queryKey: customerQuery.queryKey })
      queries.setQueryData(customerQuery.queryKey, savedCustomer)
      markSaved('details')
    }
    await navigate({ to: settings })
  }
}
