import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Customer, patchCustomer } from '#contract/customers.ts'
import type { Input } from '#contract/endpoint.ts'
import { createEntityTag, getReplacedParts } from '#contract/input/entity-tag.ts'
import { customerQuery, markSaved } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'

type Changes = Input<typeof patchCustomer>['body']

/**
 * Saves only the fields that differ from the customer as stored, which the form follows, and returns to the settings,
 * which confirm it. Rejects with 412 when another window has changed one of them in the meantime. Header and
 * settings update at once.
 */
export function useSaveCustomer(storedCustomer: Customer): (values: Changes) => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const settings = useSettingsPath()
  return async values => {
    const changedEntries = Object.entries(values).filter(
      ([name, value]) => storedCustomer[name as keyof Customer] !== value,
    )
    if (changedEntries.length > 0) {
      const body = Object.fromEntries(changedEntries)
      const ifMatch = await createEntityTag(getReplacedParts(storedCustomer, Object.keys(body)))
      const savedCustomer = await call(patchCustomer, { body }, { ifMatch })
      await queries.cancelQueries({ queryKey: customerQuery.queryKey })
      queries.setQueryData(customerQuery.queryKey, savedCustomer)
      markSaved('details')
    }
    await navigate({ to: settings })
  }
}

/** Returns the path of the customer's settings. */
export function useSettingsPath() {
  return isBusiness(useClaims()) ? PATHS.businessSettings : PATHS.settings
}
