import type { QueryClient } from '@tanstack/react-query'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { trackUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { type NewToast, TOAST_LONG_MS, TOAST_SHORT_MS, toasts } from '#web/ui/toasts.ts'
import { saveCompletedArchive } from './archive-completion.ts'
import { downloadKeys } from './download-queries.ts'
import type { DownloadSource } from './download-source.ts'
import { getFailureText } from './failure-text.ts'

/**
 * Requests one zip of the photos from `source` (PL-109, PL-178). A toast reports its progress on any page (OP-22). Resolves
 * when the archive is requested; rejects if the request fails.
 */
export async function downloadArchive(
  ids: readonly string[],
  source: DownloadSource,
  { queries, texts }: { queries: QueryClient; texts: Texts },
): Promise<void> {
  const id = await source.archive(ids, queries)
  const invalidateDownloads = () => void queries.invalidateQueries({ queryKey: downloadKeys.all })
  invalidateDownloads()
  const showToast = (toast: Pick<NewToast, 'text' | 'kind' | 'timeoutMs'>) =>
    toasts.add({ ...toast, subject: `download ${id}`, place: 'top' })
  showToast({ text: texts.text('download.started'), kind: 'progress', timeoutMs: TOAST_SHORT_MS })
  trackUnsavedWork(saveCompletedArchive(id))
    .then(
      () => showToast({ text: texts.text('download.finished'), kind: 'success', timeoutMs: TOAST_LONG_MS }),
      error => {
        reportFailure(error)
        showToast({ text: texts.text(getFailureText(error)), kind: 'error', timeoutMs: TOAST_LONG_MS })
      },
    )
    .finally(invalidateDownloads)
}
