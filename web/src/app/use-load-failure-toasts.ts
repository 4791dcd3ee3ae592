import { useEffect } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { onLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { reloadForNewBuild } from './new-build.ts'

/**
 * Shows a toast that says why a control could not open its layer; the screen stays as it is. If a newer build has
 * replaced the part of the page, the toast offers a reload.
 */
export function useLoadFailureToasts(): void {
  const { text } = useTexts()
  useEffect(() => {
    return onLoadFailure((failure, isAwaited) => {
      reportFailure(failure)
      const { reason } = failure
      if (reason === 'outdated' && isAwaited && reloadForNewBuild()) return
      toasts.add({
        subject: 'load-failure',
        text: text(TEXT_BY_REASON[reason]),
        kind: reason === 'outdated' ? undefined : 'error',
        action:
          reason === 'offline'
            ? undefined
            : { label: text('action.reload'), onAction: () => location.reload() },
        timeoutMs: reason === 'outdated' ? null : undefined,
      })
    })
  }, [text])
}

const TEXT_BY_REASON = {
  offline: 'app.offline.layer',
  outdated: 'app.outdated.layer',
  failed: 'app.load-failed',
} as const
