import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { beginOptimisticUpdate } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { toasts } from '#web/ui/toasts.ts'
import { removeAlbumQueries, removePhotosFromCachedPages } from './album-cache.ts'
import { clearDeletion, isDeletingAlbum } from './album-deletions.ts'
import { albumKeys } from './album-queries.ts'
import { getAlbumSubject } from './album-subject.ts'

/**
 * Applies removals that happen in another tab or on another device. Photos removed from the album are removed from the
 * page and passed to `onPhotosRemoved`. When the album itself is deleted, navigates to the list with a toast. On unmount
 * removes the queries of a deleted album, so that opening it again shows that it does not exist. Added photos are
 * fetched by useLibraryChanges.
 */
export function useAlbumRemoval(id: string, onPhotosRemoved: (photoIds: string[]) => void): void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { text } = useTexts()
  const wasDeleted = useRef(false)
  useLibraryPush(message => {
    if (message.type === 'album-photos-changed' && message.albumId === id) {
      if (message.change !== 'removed' || !message.photoIds) return
      onPhotosRemoved(message.photoIds)
      removePhotosFromCachedPages(
        beginOptimisticUpdate(queries, albumKeys.album(id)),
        id,
        new Set(message.photoIds),
      )
    }
    if (message.type !== 'albums-changed' || message.change !== 'removed') return
    if (!message.albumIds.includes(id) || isDeletingAlbum(id)) return
    wasDeleted.current = true
    toasts.add({ subject: getAlbumSubject(id), text: text('albums.gone') })
    void navigate({ to: PATHS.albums, replace: true })
  })
  useEffect(() => {
    wasDeleted.current = false
    return () => {
      if (wasDeleted.current || isDeletingAlbum(id)) removeAlbumQueries(queries, id)
      clearDeletion(id)
    }
  }, [queries, id])
}
