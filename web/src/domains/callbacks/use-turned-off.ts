import { useQueryClient } from '@tanstack/react-query'
import { customerQuery } from '#web/domains/customers/index.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { callbacksQuery } from './callback-queries.ts'

/** Whether a test or a replay was refused because callbacks are off, or the account is blocked. */
export const isTurnedOff = (error: unknown): boolean =>
  error instanceof HttpFailure && (error.status === 409 || error.status === 404)

/** Returns a function that shows in a toast why callbacks are off, and refetches the state of the page. */
export function useShowTurnedOff(): () => Promise<void> {
  const { text } = useTexts()
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    await queries.invalidateQueries({ queryKey: customerQuery.queryKey })
    const isBlocked = queries.getQueryData(customerQuery.queryKey)?.status === 'Blocked'
    const reason = isBlocked ? 'callbacks.blocked' : 'callbacks.problem.turned-off'
    toasts.add({ subject: 'callbacks', kind: 'error', text: text(reason) })
  }
}
