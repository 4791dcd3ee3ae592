import type { LibraryPush } from '#contract/push.ts'
import {
  type ActionEnvironment,
  type ActionOutcome,
  type PhotoTargets,
  runInDialog,
  showUndoToast,
} from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { dateSpanText } from './date-span.ts'
import { deletePhotos, restorePhotos } from './delete-photos.ts'
import { isRestoredBy, DELETION_SUBJECT as subject } from './deletion-subject.ts'
import { productNotes } from './product-notes.ts'

const DeleteDialog = lazyComponent(() =>
  import('./delete-dialog.tsx').then(({ DeleteDialog }) => DeleteDialog),
)

/** Moves photos to 'Recently deleted' after a confirmation; the toast offers to undo it on any page (OP-91). */
export async function confirmAndDelete(
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const { queries, texts } = environment
  const deleted: string[] = []
  let remaining: readonly string[] | undefined
  /** Deletes what is not deleted yet: a retry continues where the first attempt ended. */
  const run = async (onProgress: (done: number) => void) => {
    remaining ??= await targets.ids()
    const batch = remaining
    const before = deleted.length
    const outcome = await deletePhotos(queries, batch, { onProgress: done => onProgress(before + done) })
    const notDeleted = new Set(outcome.failed)
    deleted.push(...batch.filter(id => !notDeleted.has(id)))
    remaining = outcome.failed
    if (notDeleted.size === 0) showDeletedToast(environment, deleted)
    return notDeleted.size === 0
  }
  const outcome = await runInDialog(environment, run, confirmation => (
    <DeleteDialog
      {...confirmation}
      count={targets.count}
      span={() => dateSpanText(queries, texts, targets)}
      products={() => productNotes(texts, targets)}
    />
  ))
  // Some photos were deleted before the failure (PL-102): that can be undone too.
  if (outcome === 'failed' && deleted.length > 0) showDeletedToast(environment, deleted)
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
  const deleted = new Set(ids)
  const isObsoleteAfter = (message: LibraryPush) => isRestoredBy(message, deleted)
  showUndoToast({ subject, text, undo, isObsoleteAfter }, texts)
}
