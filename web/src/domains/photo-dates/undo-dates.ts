import type { QueryClient } from '@tanstack/react-query'
import { undoDateChange } from '#contract/photo-dates.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { call } from '#web/platform/http/call.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'

/** Undoes a change of dates; a toast shows the result, or that a job has begun. */
export async function undoDates(queries: QueryClient, { text }: Texts, changeId: string): Promise<void> {
  const undo = async () => {
    const { state, undone } = await call(undoDateChange, { params: { id: changeId } })
    toasts.add(
      state === 'undone'
        ? { subject: 'dates', kind: 'success', text: text('dates.undone', { count: undone }) }
        : { subject: 'dates', kind: 'progress', text: text('dates.undoing') },
    )
  }
  await showFailure({ subject: 'dates' }, undo(), text('dates.undo-failed'))
  await refetchDates(queries)
}

/** Loads months, pages and albums again, whose order has changed. */
export const refetchDates = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: photoKeys.all })
