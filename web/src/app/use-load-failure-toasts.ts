import { useEffect } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { onLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { reloadForNewBuild } from './new-build.ts'

/**
 * Returns a toast says why a control could not open its layer; the screen stays as it is. For a part of the page
 * that a newer build has replaced it offers the reload, which nobody has asked for.
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
        text: text(TEXTS[reason]),
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

const TEXTS = {
  offline: 'app.offline.layer',
  outdated: 'app.outdated.layer',
  failed: 'app.load-failed',
} as const
