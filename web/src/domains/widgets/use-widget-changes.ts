import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { reloadWidgets } from './widget-queries.ts'

/** Keeps the page's widgets up to date: the gallery decides, and the shop sends new ones, while it is open. */
export function useWidgetChanges(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const subscription = subscribeLibrary(message => {
      if (message.type === 'widgets-changed' || message.type === 'order-changed' || message.type === 'ready')
        reloadWidgets(queries).catch(reportFailure)
    })
    return () => subscription.close()
  }, [queries])
}
