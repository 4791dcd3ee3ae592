import { type ActionEnvironment, type ActionOutcome, runInDialog } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { requestDeleteAll } from './library-move.ts'

const DeleteAllDialog = lazyComponent(() => import('./delete-all-dialog.tsx'), 'DeleteAllDialog')

const loadNotes = () => import('./product-notes.ts')

/** Confirms and deletes all photos. The running work shows how far it is, and offers to undo it. */
export async function confirmAndDeleteAll(
  count: number,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const run = async () => {
    await requestDeleteAll(environment.queries)
  }
  return runInDialog(environment, run, confirmation => (
    <DeleteAllDialog
      {...confirmation}
      count={count}
      products={async () => (await loadNotes()).listLibraryProductNotes(environment.texts, count)}
    />
  ))
}
