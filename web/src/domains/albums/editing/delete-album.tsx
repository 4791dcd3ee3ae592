import type { Album } from '#contract/albums.ts'
import type { LibraryPush } from '#contract/push.ts'
import { type ActionEnvironment, runInDialog, showUndoToast } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import { deleteAlbum, deleteSharedAlbum, restoreAlbum } from '../album-mutations.ts'
import { getAlbumSubject } from '../album-subject.ts'

const OperationDialog = lazyComponent(() => import('#web/ui/operation-dialog.tsx'), 'OperationDialog')

/**
 * Deletes an album after a confirmation, then calls `onDeleted`; its photos stay in the library. The toast offers
 * to undo it.
 */
export async function confirmAndDeleteAlbum(
  album: Album,
  environment: ActionEnvironment,
  onDeleted: () => void,
): Promise<void> {
  const run = () => deleteAlbum(environment.queries, album.albumId)
  const { albumName, photosCount: count } = album
  const question = environment.texts.text('albums.delete.text', { albumName, count })
  if (!(await confirmAndRun(question, run, environment))) return
  onDeleted()
  showDeletedToast(album.albumId, environment)
}

/**
 * Deletes a shared album in the same way, without undo: its owner deletes it for all members, a participant leaves it
 * with the photos they contributed.
 */
export async function confirmAndDeleteSharedAlbum(
  { albumId, albumName }: Pick<Album, 'albumId' | 'albumName'>,
  role: 'owner' | 'participant',
  environment: ActionEnvironment,
  onDeleted: () => void,
): Promise<void> {
  const { text } = environment.texts
  const question = text(QUESTION_BY_ROLE[role], { albumName })
  const run = () => deleteSharedAlbum(environment.queries, albumId, role)
  if (!(await confirmAndRun(question, run, environment))) return
  onDeleted()
  toasts.add({ subject: getAlbumSubject(albumId), text: text('albums.deleted'), kind: 'success' })
}

const QUESTION_BY_ROLE = {
  owner: 'shared-albums.delete.owner',
  participant: 'shared-albums.delete.participant',
} as const

/** Asks for confirmation and runs `run`; resolves with true if it succeeded. The dialog stays open while it runs. */
async function confirmAndRun(question: string, run: () => Promise<void>, environment: ActionEnvironment) {
  const { text } = environment.texts
  const outcome = await runInDialog(environment, run, confirmation => (
    <OperationDialog
      {...confirmation}
      title={text('albums.delete.title')}
      danger
      confirmLabel={text('albums.delete')}
      failure={text('albums.remove-failed')}
    >
      <p>{question}</p>
    </OperationDialog>
  ))
  return outcome === 'done'
}

function showDeletedToast(id: string, { texts, queries }: ActionEnvironment) {
  const subject = getAlbumSubject(id)
  const text = texts.text('albums.deleted')
  const restore = async () => {
    await restoreAlbum(queries, id)
    toasts.add({ subject, text: texts.text('albums.restored'), kind: 'success' })
  }
  const undo = () => void showFailure({ subject }, restore(), texts.text('albums.restore-failed'))
  const isObsoleteAfter = (message: LibraryPush) =>
    message.type === 'albums-changed' && message.change === 'added' && message.albumIds.includes(id)
  showUndoToast({ subject, text, undo, isObsoleteAfter }, texts)
}
