import { DOWNLOAD_MAX_PHOTOS } from '#contract/downloads.ts'
import {
  type ActionEnvironment,
  type ActionOutcome,
  type PhotoTargets,
  runInDialog,
} from '#web/gallery/index.ts'
import { splitIntoChunks } from '#web/platform/http/chunks.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { TOAST_LONG_MS, toasts } from '#web/ui/toasts.ts'
import { downloadKeys } from './download-queries.ts'
import type { DownloadSource } from './download-source.ts'

/**
 * Requests exactly these photos as zips of 100, after a question. The list of downloads has them: a page that saves several
 * files by itself is stopped by browsers. Started again after a failure, it requests only what is missing.
 */
export async function downloadInParts(
  source: DownloadSource,
  targets: PhotoTargets,
  { ask, queries, texts }: ActionEnvironment,
): Promise<ActionOutcome> {
  const { text } = texts
  const { count } = targets
  const expectedParts = Math.ceil(count / DOWNLOAD_MAX_PHOTOS)
  const date = instantDayLabel(texts, new Date().toISOString())
  let parts: string[][] | undefined
  let requestedParts = 0
  const run = async () => {
    parts ??= splitIntoChunks(await targets.ids(), DOWNLOAD_MAX_PHOTOS)
    try {
      for (const ids of parts.slice(requestedParts)) {
        const name = text('download.parts.name', { date, part: requestedParts + 1, parts: parts.length })
        watchedWork.add(await source.archive(ids, queries, name))
        requestedParts++
      }
    } finally {
      void queries.invalidateQueries({ queryKey: downloadKeys.all })
    }
    toasts.add({
      subject: 'download parts',
      text: text('download.parts.requested', { parts: parts.length }),
      kind: 'success',
      timeoutMs: TOAST_LONG_MS,
      place: 'top',
    })
  }
  return runInDialog({ ask }, run, confirmation => (
    <OperationDialog
      {...confirmation}
      title={text('download.parts.title', { count, parts: expectedParts })}
      confirmLabel={text('action.download')}
      failure={text('download.failed-alert', { count })}
    >
      <p>{text('download.parts.text', { parts: expectedParts, limit: DOWNLOAD_MAX_PHOTOS })}</p>
    </OperationDialog>
  ))
}
