import { type ActionEnvironment, type ActionOutcome, runInDialog, showUndoToast } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import { isRestoreAll, DELETION_SUBJECT as subject } from './deletion-subject.ts'
import { requestDeleteAll, requestRestoreAll, waitForLibraryMove } from './library-move.ts'
import { PLURAL_COUNT } from './plural-count.ts'

const DeleteAllDialog = lazyComponent(() => import('./delete-all-dialog.tsx'), 'DeleteAllDialog')

const loadNotes = () => import('./product-notes.ts')

/** Confirms and deletes all photos. The toast at the end of the library move offers to undo it. */
export async function confirmAndDeleteAll(
  count: number,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const run = async () => {
    const { moveId, photos } = await requestDeleteAll(environment.queries)
    void waitForLibraryMove(environment.queries, moveId).then(
      done => done && photos > 0 && showDeletedToast(environment, moveId, photos),
    )
  }
  return runInDialog(environment, run, confirmation => (
    <DeleteAllDialog
      {...confirmation}
      count={count}
      products={async () => (await loadNotes()).listLibraryProductNotes(environment.texts, count)}
    />
  ))
}

/** Restores what the library move `moveId` deleted, also while it is still running. */
export async function undoDeleteAll(
  { queries, texts }: Pick<ActionEnvironment, 'queries' | 'texts'>,
  moveId: string,
): Promise<void> {
  const restore = async () => {
    const { moveId: restoreMoveId, photos } = await requestRestoreAll(queries, moveId)
    if (await waitForLibraryMove(queries, restoreMoveId))
      toasts.add({ subject, text: texts.text('delete.restored', { count: photos }), kind: 'success' })
  }
  await showFailure({ subject }, restore(), texts.text('delete.undo-failed', { count: PLURAL_COUNT }))
}

function showDeletedToast(environment: ActionEnvironment, moveId: string, count: number) {
  const { texts } = environment
  const text = texts.text('delete.success', { count })
  const undo = () => void undoDeleteAll(environment, moveId)
  showUndoToast({ subject, text, undo, isObsoleteAfter: isRestoreAll }, texts)
}
