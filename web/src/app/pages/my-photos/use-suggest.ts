import { useNavigate } from '@tanstack/react-router'
import { storeSelected } from '#web/domains/photo-suggestions/index.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'

/**
 * Returns a function that opens 'Suggest a selection': from the selected photos, where there are some, else from
 * `source`, the page's photos. A toast offers to try again when the selected photos could not be listed.
 */
export function useSuggest(selected: PhotoTargets, source?: string): () => void {
  const { text } = useTexts()
  const navigate = useNavigate()
  const open = (): void => {
    const show = (chosen: string | undefined) => navigate({ to: PATHS.suggest, search: { source: chosen } })
    if (selected.count === 0) void show(source)
    else
      storeSelected(selected).then(
        () => show('selection'),
        error => {
          reportFailure(error)
          toasts.add({
            subject: 'suggestion',
            text: text('suggest.create-failed'),
            kind: 'error',
            action: { label: text('action.try-again'), onAction: open },
          })
        },
      )
  }
  return open
}
