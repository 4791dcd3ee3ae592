import type { QueryClient } from '@tanstack/react-query'
import { IDS_PER_CALL, type Image, type PhotoPage } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import {
  type ActionEnvironment,
  type ActionOutcome,
  type PhotoTargets,
  runInDialog,
  showUndoToast,
  type TargetGroups,
} from '#web/gallery/index.ts'
import { takenDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { photoKeys } from '../queries.ts'
import { deletePhotos, restorePhotos } from './delete-photos.ts'
import { isRestoredBy, DELETION_SUBJECT as subject } from './deletion-subject.ts'
import { listProductNotes } from './product-notes.ts'

const DeleteDialog = lazyComponent(() => import('./delete-dialog.tsx'), 'DeleteDialog')

/** Moves photos to 'Recently deleted' after a confirmation; the toast offers to undo it on any page. */
export async function confirmAndDelete(
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const { queries, texts } = environment
  const deletedIds: string[] = []
  let remainingIds: readonly string[] | undefined
  let groups: TargetGroups | undefined
  const stop = { isRequested: false }
  const isStopped = () => stop.isRequested && remainingIds !== undefined && remainingIds.length > 0
  /** Deletes the photos that are not deleted yet: a retry continues where the first attempt ended. */
  const run = async (onProgress: (done: number) => void) => {
    if (!remainingIds) {
      groups = await targets.groups?.()
      remainingIds = groups ? [...groups.ids.values()].flat() : await targets.ids()
    }
    const batch = remainingIds
    const before = deletedIds.length
    const outcome = await deletePhotos(queries, batch, {
      groups,
      isStopped: () => stop.isRequested,
      onProgress: done => onProgress(before + done),
      // Few are deselected at the end, with the selection mode.
      ...(batch.length > IDS_PER_CALL && targets.deselect && { onRemoved: targets.deselect }),
    })
    const failedIds = new Set(outcome.failed)
    deletedIds.push(...batch.filter(id => !failedIds.has(id)))
    remainingIds = outcome.failed
    if (failedIds.size === 0) showDeletedToast(environment, deletedIds)
    return failedIds.size === 0 || isStopped()
  }
  const outcome = await runInDialog(environment, run, confirmation => (
    <DeleteDialog
      {...confirmation}
      count={targets.count}
      span={() => formatDateSpan(queries, texts, targets)}
      products={() => listProductNotes(texts, targets)}
      onStop={() => {
        stop.isRequested = true
      }}
    />
  ))
  if (isStopped()) {
    if (deletedIds.length > 0) showDeletedToast(environment, deletedIds)
    // The other photos stay selected.
    return 'cancelled'
  }
  // Some photos were deleted before the failure: that can be undone too.
  if (outcome === 'failed' && deletedIds.length > 0) showDeletedToast(environment, deletedIds)
  return outcome
}

function showDeletedToast({ texts, queries }: ActionEnvironment, ids: readonly string[]) {
  const count = ids.length
  const undo = () =>
    void restorePhotos(queries, ids).then(
      () => toasts.add({ subject, text: texts.text('delete.restored', { count }), kind: 'success' }),
      () => toasts.add({ subject, text: texts.text('delete.undo-failed', { count }), kind: 'error' }),
    )
  const text = texts.text('delete.success', { count })
  const deletedIds = new Set(ids)
  const isObsoleteAfter = (message: LibraryPush) => isRestoredBy(message, deletedIds)
  showUndoToast({ subject, text, undo, isObsoleteAfter }, texts)
}

/**
 * Returns the first and last day on which the photos were taken, as a sentence. Undefined if no photo has a date, or if
 * not all of them are in the cache: the span would be wrong.
 */
async function formatDateSpan(
  queries: QueryClient,
  texts: Texts,
  targets: PhotoTargets,
): Promise<string | undefined> {
  const missingIds = new Set(await targets.ids())
  const photos: Image[] = []
  for (const [key, page] of queries.getQueriesData<PhotoPage>({ queryKey: photoKeys.pages })) {
    if (key[4] === 'index') continue
    for (const image of page?.images ?? [])
      if (missingIds.delete(image.imageId) && image.dateTaken) photos.push(image)
  }
  if (missingIds.size > 0 || photos.length === 0) return undefined
  photos.sort((a, b) => (a.dateTaken! < b.dateTaken! ? -1 : 1))
  const [from, to] = [takenDayLabel(texts, photos[0]!), takenDayLabel(texts, photos.at(-1)!)]
  if (!from || !to) return undefined
  return from === to ? texts.text('delete.span-day', { day: from }) : texts.text('delete.span', { from, to })
}
