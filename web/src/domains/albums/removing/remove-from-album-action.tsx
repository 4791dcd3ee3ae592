import FolderMinus from 'lucide-react/icons/folder-minus'
import type { Album } from '#contract/albums.ts'
import type { Image, PhotoPage } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import { deletePhotosAction, libraryTotalsQuery, photoKeys } from '#web/domains/photos/index.ts'
import {
  type ActionEnvironment,
  type PhotoAction,
  type PhotoTargets,
  showUndoToast,
} from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import { isAlbumList } from '../album-list.ts'
import { addPhotos, removePhotos } from '../album-mutations.ts'
import { albumKeys } from '../album-queries.ts'
import { getAlbumSubject, isAlbumRemoved } from '../album-subject.ts'

const RemoveDialog = lazyComponent(() => import('./remove-dialog.tsx'), 'RemoveDialog')

/**
 * Removes photos from an album after a confirmation; they stay in the library. For a single photo of the customer the
 * dialog offers to delete it from the library instead. The toast offers to undo it.
 */
export function createRemoveFromAlbumAction(id: string): PhotoAction {
  return {
    id: 'remove',
    name: 'selection.remove-from-album',
    icon: FolderMinus,
    shortcut: 'Delete',
    danger: true,
    perform: async (targets, environment) => {
      const { queries, ask } = environment
      const albumName = queries.getQueryData<Album>(albumKeys.album(id))?.albumName ?? ''
      let ids: readonly string[] | undefined
      let hasFailed = false
      const run = async (onProgress: (done: number) => void) => {
        hasFailed = true
        const allExcept = targets.count > MAX_UNDO_PHOTOS ? listExceptions(id, targets) : undefined
        if (!allExcept) ids ??= await targets.ids()
        await removePhotos(queries, id, allExcept ? { allExcept } : { ids: ids ?? [] }, { onProgress })
        hasFailed = false
      }
      const answer = await ask<'removed' | 'delete' | 'cancelled'>(close => (
        <RemoveDialog
          albumName={albumName}
          count={targets.count}
          ownsPhoto={() => ownsPhoto(id, targets, environment)}
          run={run}
          onDone={() => close('removed')}
          onDelete={() => close('delete')}
          onCancel={() => close('cancelled')}
        />
      ))
      if (answer === 'delete') return deletePhotosAction.perform(targets, environment)
      if (answer !== 'removed') return hasFailed ? 'failed' : 'cancelled'
      showRemovedToast(id, albumName, targets.count, ids, environment)
      return 'done'
    },
  }
}

function showRemovedToast(
  id: string,
  albumName: string,
  count: number,
  ids: readonly string[] | undefined,
  { texts, queries }: ActionEnvironment,
) {
  const { text } = texts
  const subject = getAlbumSubject(id)
  const undo = async (photoIds: readonly string[]) => {
    await addPhotos(queries, id, { count, ids: async () => [...photoIds] })
    toasts.add({ subject, text: text('albums.remove.undone', { count, albumName }), kind: 'success' })
  }
  const showUndo = (photoIds: readonly string[]) =>
    void showFailure({ subject }, undo(photoIds), text('albums.remove.undo-failed', { count }))
  const removedText = text('albums.removed', { count, albumName })
  const isObsoleteAfter = (message: LibraryPush) =>
    isAlbumRemoved(id, message) ||
    (message.type === 'album-photos-changed' &&
      message.albumId === id &&
      message.change === 'added' &&
      (message.photoIds?.some(photoId => ids?.includes(photoId)) ?? true))
  showUndoToast({ subject, text: removedText, undo: ids && (() => showUndo(ids)), isObsoleteAfter }, texts)
}

/**
 * Whether the target is a single photo that belongs to the customer; several photos can only be removed from the album.
 */
async function ownsPhoto(
  id: string,
  targets: PhotoTargets,
  { queries }: ActionEnvironment,
): Promise<boolean> {
  if (targets.count !== 1) return false
  const [photoId] = await targets.ids()
  const { userId } = await queries.ensureQueryData(libraryTotalsQuery())
  const pages = queries.getQueriesData<PhotoPage>({
    queryKey: photoKeys.pages,
    predicate: ({ queryKey }) => isAlbumList(id, String(queryKey[2])) && queryKey[4] !== 'index',
  })
  const isTarget = ({ imageId }: Image) => imageId === photoId
  return pages.some(([, page]) => page?.images.find(isTarget)?.ownerId === userId)
}

/** Returns the exceptions of a selection of the whole album; undefined for any other selection. */
function listExceptions(id: string, targets: PhotoTargets): string[] | undefined {
  return targets.rule?.()?.albums?.find(({ albumId }) => albumId === id)?.except
}

/**
 * Ids up to this number are fetched before the removal, so that it can be undone; more are removed by rule if possible.
 */
const MAX_UNDO_PHOTOS = 2000
