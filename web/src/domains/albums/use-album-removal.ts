import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { beginOptimisticUpdate } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { toasts } from '#web/ui/toasts.ts'
import { removeAlbumQueries, removePhotosFromCachedPages } from './album-cache.ts'
import { isDeletingAlbum } from './album-mutations.ts'
import { albumKeys } from './album-queries.ts'

/**
 * What leaves an album elsewhere (another tab, another device) leaves this page too: `forget` hears of its photos, and
 * when the album itself is deleted the page leads to the list and says why. What comes is fetched by useLibraryChanges.
 * Whoever comes back to an album that was deleted, here or elsewhere, is told that it is gone.
 */
export function useAlbumRemoval(id: string, forget: (photoIds: string[]) => void): void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { text } = useTexts()
  const latest = useRef(forget)
  useEffect(() => {
    latest.current = forget
  })
  useEffect(() => {
    let gone = false
    const subscription = subscribeLibrary(message => {
      if (message.type === 'album-photos-changed' && message.albumId === id) {
        if (message.change !== 'removed' || !message.photoIds) return
        latest.current(message.photoIds)
        removePhotosFromCachedPages(
          beginOptimisticUpdate(queries, albumKeys.album(id)),
          id,
          new Set(message.photoIds),
        )
      }
      if (message.type !== 'albums-changed' || message.change !== 'removed') return
      if (!message.albumIds.includes(id) || isDeletingAlbum(id)) return
      gone = true
      toasts.add({ text: text('albums.gone') })
      void navigate({ to: PATHS.albums, replace: true })
    })
    return () => {
      subscription.close()
      if (gone || isDeletingAlbum(id)) removeAlbumQueries(queries, id)
    }
  }, [queries, navigate, text, id])
}
