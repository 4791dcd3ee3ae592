import { IDS_PER_CALL } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import {
  type ActionEnvironment,
  type ActionOutcome,
  type PhotoTargets,
  runInDialog,
  showUndoToast,
  type TargetGroups,
} from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { formatDateSpan } from './date-span.ts'
import { deletePhotos, restorePhotos } from './delete-photos.ts'
import { isRestoredBy, DELETION_SUBJECT as subject } from './deletion-subject.ts'
import { listProductNotes } from './product-notes.ts'

const DeleteDialog = lazyComponent(() =>
  import('./delete-dialog.tsx').then(({ DeleteDialog }) => DeleteDialog),
)

/** Moves photos to 'Recently deleted' after a confirmation; the toast offers to undo it on any page (OP-91). */
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
  // Some photos were deleted before the failure (PL-102): that can be undone too.
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
