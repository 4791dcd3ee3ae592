import { useQueryClient } from '@tanstack/react-query'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { reloadWidgets } from './widget-queries.ts'

/** Keeps the page's widgets up to date: the gallery decides, and the shop sends new ones, while it is open. */
export function useWidgetChanges(): void {
  const queries = useQueryClient()
  useLibraryPush(({ type }) => {
    if (type === 'widgets-changed' || type === 'order-changed' || type === 'ready')
      reloadWidgets(queries).catch(reportFailure)
  })
}
