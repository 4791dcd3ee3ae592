import Trash2 from 'lucide-react/icons/trash-2'
import { lazy } from 'react'
import type { ActionEnvironment, PhotoAction } from '#web/gallery/index.ts'
import { toasts } from '#web/ui/toasts.ts'
import { dateSpanText } from './date-span.ts'
import { deletePhotos, restorePhotos } from './delete-photos.ts'

const DeleteDialog = lazy(() =>
  import('./delete-dialog.tsx').then(module => ({ default: module.DeleteDialog })),
)

/** Moves photos to 'Recently deleted' after a question; its toast offers to undo it, wherever one is by then (OP-91). */
export const deletePhotosAction: PhotoAction = {
  id: 'delete',
  name: 'selection.delete',
  icon: Trash2,
  shortcut: 'Delete',
  danger: true,
  perform: async (targets, environment) => {
    const { queries, texts, ask } = environment
    const deleted: string[] = []
    let left: readonly string[] | undefined
    let failed = false
    /** Deletes what is not deleted yet: a second try goes on where the first one ended. */
    const run = async (onProgress: (done: number) => void) => {
      left ??= await targets.ids()
      const wanted = left
      const before = deleted.length
      const outcome = await deletePhotos(queries, wanted, { onProgress: done => onProgress(before + done) })
      const rest = new Set(outcome.failed)
      deleted.push(...wanted.filter(id => !rest.has(id)))
      left = outcome.failed
      failed = rest.size > 0
      if (!failed) tellDeleted(environment, deleted)
      return !failed
    }
    const answer = await ask<'done' | 'cancelled'>(close => (
      <DeleteDialog
        count={targets.count}
        span={() => dateSpanText(queries, texts, targets)}
        run={run}
        onDone={() => close('done')}
        onCancel={() => close('cancelled')}
      />
    ))
    if (answer === 'done') return 'done'
    // A part of them is deleted all the same (PL-102): that can be undone too.
    if (failed && deleted.length > 0) tellDeleted(environment, deleted)
    return failed ? 'failed' : 'cancelled'
  },
}

function tellDeleted({ texts, queries }: ActionEnvironment, ids: readonly string[]) {
  const count = ids.length
  toasts.add({
    text: texts.text('delete.success', { count }),
    kind: 'success',
    timeoutMs: UNDO_MS,
    action: {
      label: texts.text('action.undo'),
      onAction: () => {
        restorePhotos(queries, ids).then(
          () => toasts.add({ text: texts.text('delete.restored', { count }), kind: 'success' }),
          () => toasts.add({ text: texts.text('delete.undo-failed', { count }), kind: 'error' }),
        )
      },
    },
  })
}

/** Long enough to think again. */
const UNDO_MS = 10_000
